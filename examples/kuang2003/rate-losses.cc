// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "rate-losses.h"

#include "ns3/cell-radio.h"
#include "ns3/constant-velocity-mobility-model.h"
#include "ns3/error-model.h"
#include "ns3/infrastructure-cell.h"
#include "ns3/mobility-helper.h"
#include "ns3/pointer.h"
#include "ns3/poor-channel-helper.h"
#include "ns3/propagation-delay-model.h"
#include "ns3/propagation-loss-model.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/wifi-helper.h"
#include "ns3/wifi-mac-queue.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-net-device.h"
#include "ns3/yans-wifi-helper.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <map>

namespace ns3
{

namespace
{

/// All stations are associated by then, and interference, walks and traffic begin.
const Time ASSOCIATED = Seconds(1);
/// Bytes of an IP datagram that fills the MTU of Ethernet, and of its headers.
constexpr uint32_t PACKET = 1500;
constexpr uint32_t HEADERS = 28; ///< IP and UDP
/// Packets in a card for each receiver: while one is sent, the next is there.
constexpr uint32_t QUEUED = 2;
/// For local experiments (IEEE Std 802-2014, 9.2.3).
constexpr uint16_t PROTOCOL = 0x88b5;
/// Path loss of ns-3's LogDistancePropagationLossModel unless set.
constexpr double EXPONENT = 3;
constexpr double REFERENCE_LOSS = 46.6777; ///< dB, over 1 m
/// Frames of a card's queue do not expire; ns-3 gives them half a second.
const Time NEVER = Days(1);
/// Period of the mains of 60 Hz, and the part of it in which the magnetron oscillates.
const Time MAINS = MicroSeconds(16667);
const Time OVEN_ON = MilliSeconds(8);
/// A voice link of Bluetooth (HV3) sends in two of six slots of 625 us, each for 366 us, and 22 of
/// its 79 channels lie within one of 802.11b (Bluetooth Core 1.1, part B, 4.4.2).
const Time VOICE_PERIOD = MicroSeconds(3750);
const Time VOICE_SLOT = MicroSeconds(625);
const Time VOICE_ON = MicroSeconds(366);
constexpr double VOICE_OVERLAP = 22.0 / 79;
/// Means of an interferer with exponentially distributed bursts and gaps.
const Time BURST = MilliSeconds(5);
const Time GAP = MilliSeconds(20);
/// A walker, and where the walk begins.
constexpr double WALK_SPEED = 1.5; ///< m/s
constexpr double WALK_START = 60;  ///< m
/// A door that absorbs, and how long it is open and closed.
constexpr double DOOR_LOSS = 10;     ///< dB
constexpr double DOOR_DISTANCE = 50; ///< m
const Time DOOR_PERIOD = Seconds(1);
/// Distances of stations and clients, m.
constexpr double NEAR = 20;
constexpr double NEAREST_CLIENT = 5;
constexpr double FARTHEST_CLIENT = 140;
/// Between stations that hear each other, and between those that do not, dB.
constexpr double AUDIBLE = 80;
constexpr double INAUDIBLE = 200;

/// Tells when a source of interference is on.
class Interference
{
  public:
    explicit Interference(RateLossCause cause);
    /// @param stream of the random numbers
    void AssignStreams(int64_t stream);
    /// @param begin, end of a frame, not before those of the last one
    /// @return whether the source is on at any time between
    bool Overlaps(Time begin, Time end);

  private:
    /// Time in which the source is on.
    struct Burst
    {
        Time begin; ///< included
        Time end;   ///< not included
    };

    void AddBursts();

    RateLossCause m_cause;                    ///< which source
    std::deque<Burst> m_bursts;               ///< ascending
    Time m_next{ASSOCIATED};                  ///< when the next period or gap begins
    Ptr<UniformRandomVariable> m_hop;         ///< which channel a slot uses
    Ptr<ExponentialRandomVariable> m_sojourn; ///< in bursts and gaps
};

Interference::Interference(RateLossCause cause)
    : m_cause(cause),
      m_hop(CreateObject<UniformRandomVariable>()),
      m_sojourn(CreateObject<ExponentialRandomVariable>())
{
}

void
Interference::AssignStreams(int64_t stream)
{
    m_hop->SetStream(stream);
    m_sojourn->SetStream(stream + 1);
}

void
Interference::AddBursts()
{
    switch (m_cause)
    {
    case RateLossCause::OVEN:
        m_bursts.push_back({m_next, m_next + OVEN_ON});
        m_next += MAINS;
        break;
    case RateLossCause::VOICE_LINK:
        for (const Time& slot : {Time(0), VOICE_SLOT})
        {
            if (m_hop->GetValue() < VOICE_OVERLAP)
            {
                m_bursts.push_back({m_next + slot, m_next + slot + VOICE_ON});
            }
        }
        m_next += VOICE_PERIOD;
        break;
    default: {
        const auto draw = [this](Time mean) {
            return Seconds(mean.GetSeconds() * m_sojourn->GetValue(1, 0));
        };
        const Time begin = m_next + draw(GAP);
        m_next = begin + draw(BURST);
        m_bursts.push_back({begin, m_next});
    }
    }
}

bool
Interference::Overlaps(Time begin, Time end)
{
    while (m_next < end)
    {
        AddBursts();
    }
    while (!m_bursts.empty() && m_bursts.front().end <= begin)
    {
        m_bursts.pop_front();
    }
    return !m_bursts.empty() && m_bursts.front().begin < end;
}

/// Loses each frame during which a source of interference is on. It knows when the frame on the air
/// began because the two radios of a link never send at the same time.
class InterferenceErrorModel : public ErrorModel
{
  public:
    explicit InterferenceErrorModel(RateLossCause cause)
        : m_interference(cause)
    {
    }

    /// Use this model at both ends of a link.
    /// @param radios of the link
    /// @param stream first stream
    void Install(const NetDeviceContainer& radios, int64_t stream)
    {
        m_interference.AssignStreams(stream);
        for (uint32_t i = 0; i < radios.GetN(); ++i)
        {
            const auto phy = DynamicCast<WifiNetDevice>(radios.Get(i))->GetPhy();
            phy->SetPostReceptionErrorModel(this);
            phy->TraceConnectWithoutContext(
                "PhyTxBegin",
                Callback<void, Ptr<const Packet>, double>(
                    [this](Ptr<const Packet>, double) { m_begin = Simulator::Now(); }));
        }
    }

  private:
    bool DoCorrupt(Ptr<Packet>) override
    {
        return m_interference.Overlaps(m_begin, Simulator::Now());
    }

    void DoReset() override
    {
    }

    Interference m_interference; ///< that loses frames
    Time m_begin;                ///< of the frame on the air
};

/// A door between the stations and their access point.
class DoorLossModel : public PropagationLossModel
{
  private:
    double DoCalcRxPower(double power, Ptr<MobilityModel>, Ptr<MobilityModel>) const override
    {
        const Time since = Simulator::Now() - ASSOCIATED;
        const bool isClosed =
            !since.IsStrictlyNegative() && since.GetTimeStep() / DOOR_PERIOD.GetTimeStep() % 2 == 1;
        return isClosed ? power - DOOR_LOSS : power;
    }

    int64_t DoAssignStreams(int64_t) override
    {
        return 0;
    }
};

/// Access point and stations.
class LossCell
{
  public:
    LossCell(const RateLossCell& cell, const RateManager& manager, Time duration);
    /// Run the simulator.
    /// @return payload of UDP that each station or client delivered, Mb/s
    std::vector<double> Run();

  private:
    double GetDistance(uint32_t station) const;
    void Place();
    YansWifiPhyHelper MakePhy() const;
    void Install(const RateManager& manager);
    void SendNext(Ptr<WifiNetDevice> from, Mac48Address to);
    void Begin();

    const RateLossCell& m_cell;                 ///< what is tried
    Time m_duration;                            ///< of traffic
    NodeContainer m_nodes;                      ///< access point, stations
    NetDeviceContainer m_radios;                ///< of m_nodes
    Ptr<InterferenceErrorModel> m_interference; ///< may be null
    std::map<Mac48Address, uint32_t> m_index;   ///< of each station
    std::vector<uint64_t> m_received;           ///< datagrams of each station
};

LossCell::LossCell(const RateLossCell& cell, const RateManager& manager, Time duration)
    : m_cell(cell),
      m_duration(duration),
      m_nodes(1 + cell.stations),
      m_received(cell.stations)
{
    Place();
    Install(manager);
}

/// @return distance of a station or client when traffic begins, m
double
LossCell::GetDistance(uint32_t station) const
{
    switch (m_cell.cause)
    {
    case RateLossCause::MANY_CLIENTS:
    case RateLossCause::GONE:
        return NEAREST_CLIENT +
               (FARTHEST_CLIENT - NEAREST_CLIENT) * station / (m_cell.stations - 1.0);
    case RateLossCause::WALK:
        return WALK_START;
    case RateLossCause::DOOR:
        return DOOR_DISTANCE;
    default:
        return NEAR;
    }
}

void
LossCell::Place()
{
    auto positions = CreateObject<ListPositionAllocator>();
    positions->Add(Vector(0, 0, 0));
    for (uint32_t i = 0; i < m_cell.stations; ++i)
    {
        // Those that will be out of range associate before.
        const bool isGone = m_cell.cause == RateLossCause::GONE;
        positions->Add(Vector(isGone ? NEAR : GetDistance(i), 0, 0));
    }
    MobilityHelper mobility;
    mobility.SetPositionAllocator(positions);
    mobility.SetMobilityModel("ns3::ConstantVelocityMobilityModel");
    mobility.Install(m_nodes);
}

YansWifiPhyHelper
LossCell::MakePhy() const
{
    // Where the range of each rate matters, the receivers try to decode every frame. Elsewhere they
    // are ns-3's own: a frame that begins together with one of the same power is lost at any rate,
    // and nothing is heard beyond 51 m.
    YansWifiPhyHelper phy;
    switch (m_cell.cause)
    {
    case RateLossCause::START:
    case RateLossCause::GONE:
        phy.SetChannel(YansWifiChannelHelper::Default().Create());
        return phy;
    case RateLossCause::HIDDEN: {
        auto loss = CreateObject<MatrixPropagationLossModel>();
        loss->SetDefaultLoss(INAUDIBLE);
        for (uint32_t i = 1; i < m_nodes.GetN(); ++i)
        {
            loss->SetLoss(m_nodes.Get(0)->GetObject<MobilityModel>(),
                          m_nodes.Get(i)->GetObject<MobilityModel>(),
                          AUDIBLE);
        }
        auto air = CreateObject<YansWifiChannel>();
        air->SetPropagationLossModel(loss);
        air->SetPropagationDelayModel(CreateObject<ConstantSpeedPropagationDelayModel>());
        phy.SetChannel(air);
        return phy;
    }
    default:
        PoorChannelHelper channel;
        channel.SetPathLoss(EXPONENT, REFERENCE_LOSS);
        return channel.CreatePhy();
    }
}

void
LossCell::Install(const RateManager& manager)
{
    RequireWifi(GetCellRadioOption(), "rate adaptation");
    RefuseReceiverThresholds();
    m_radios = InstallInfrastructureCell(MakePhy(),
                                         m_cell.standard,
                                         manager.typeId,
                                         manager.mode,
                                         m_nodes);
    int64_t stream = 1;
    stream += WifiHelper::AssignStreams(m_radios, stream);
    for (uint32_t i = 0; i < m_radios.GetN(); ++i)
    {
        const auto radio = DynamicCast<WifiNetDevice>(m_radios.Get(i));
        radio->GetMac()->GetTxopQueue(AC_BE_NQOS)->SetMaxDelay(NEVER);
        if (i > 0)
        {
            m_index[Mac48Address::ConvertFrom(radio->GetAddress())] = i - 1;
        }
        radio->SetReceiveCallback(
            [this, i](Ptr<NetDevice>, Ptr<const Packet>, uint16_t, const Address& from) {
                ++m_received[i > 0 ? i - 1 : m_index.at(Mac48Address::ConvertFrom(from))];
                return true;
            });
        CallAtDataEnd(radio, [this, radio = PeekPointer(radio)](Mac48Address receiver) {
            SendNext(radio, receiver);
        });
    }
    if (m_cell.cause == RateLossCause::OVEN || m_cell.cause == RateLossCause::VOICE_LINK ||
        m_cell.cause == RateLossCause::BURSTS)
    {
        m_interference = CreateObject<InterferenceErrorModel>(m_cell.cause);
        m_interference->Install(m_radios, stream);
    }
    if (m_cell.cause == RateLossCause::DOOR)
    {
        PointerValue loss;
        DynamicCast<WifiNetDevice>(m_radios.Get(0))
            ->GetChannel()
            ->GetAttribute("PropagationLossModel", loss);
        loss.Get<PropagationLossModel>()->SetNext(CreateObject<DoorLossModel>());
    }
}

void
LossCell::SendNext(Ptr<WifiNetDevice> from, Mac48Address to)
{
    from->Send(Create<Packet>(PACKET), to, PROTOCOL);
}

void
LossCell::Begin()
{
    const auto accessPoint = DynamicCast<WifiNetDevice>(m_radios.Get(0));
    const bool isDown =
        m_cell.cause == RateLossCause::MANY_CLIENTS || m_cell.cause == RateLossCause::GONE;
    for (uint32_t i = 0; i < m_cell.stations; ++i)
    {
        m_nodes.Get(1 + i)->GetObject<MobilityModel>()->SetPosition(Vector(GetDistance(i), 0, 0));
    }
    for (uint32_t i = 0; i < QUEUED; ++i)
    {
        for (uint32_t station = 1; station < m_radios.GetN(); ++station)
        {
            const auto radio = DynamicCast<WifiNetDevice>(m_radios.Get(station));
            const auto from = isDown ? accessPoint : radio;
            const auto to = isDown ? radio : accessPoint;
            SendNext(from, Mac48Address::ConvertFrom(to->GetAddress()));
        }
    }
    if (m_cell.cause == RateLossCause::WALK)
    {
        const auto walker = m_nodes.Get(1)->GetObject<ConstantVelocityMobilityModel>();
        walker->SetVelocity(Vector(WALK_SPEED, 0, 0));
        Simulator::Schedule(m_duration / 2,
                            &ConstantVelocityMobilityModel::SetVelocity,
                            walker,
                            Vector(-WALK_SPEED, 0, 0));
    }
}

std::vector<double>
LossCell::Run()
{
    Simulator::Schedule(ASSOCIATED, &LossCell::Begin, this);
    Simulator::Stop(ASSOCIATED + m_duration);
    Simulator::Run();
    std::vector<double> throughputs;
    for (const uint64_t datagrams : m_received)
    {
        const auto bits = static_cast<double>(8 * datagrams * (PACKET - HEADERS));
        throughputs.push_back(1e-6 * bits / m_duration.GetSeconds());
    }
    return throughputs;
}

} // namespace

const std::vector<RateLossCell>&
RateLosses::GetCells()
{
    using Cause = RateLossCause;
    const auto makeB = [](const std::string& name,
                          const std::string& label,
                          Cause cause,
                          uint32_t stations,
                          double durationFactor) {
        return RateLossCell{name,
                            label,
                            cause,
                            WIFI_STANDARD_80211b,
                            "DsssRate11Mbps",
                            stations,
                            durationFactor};
    };
    static const std::vector<RateLossCell> cells{
        makeB("oven", "beside a microwave oven", Cause::OVEN, 1, 5),
        makeB("many-clients", "downlink to 10 clients at 5 to 140 m", Cause::MANY_CLIENTS, 10, 5),
        makeB("gone", "the same, those beyond 51 m out of range", Cause::GONE, 10, 5),
        makeB("hidden", "4 hidden stations", Cause::HIDDEN, 4, 5),
        makeB("walk", "a walk of 60 m to 98 m and back", Cause::WALK, 1, 25),
        makeB("start-b", "the first 3 s of 16 stations", Cause::START, 16, 1.5),
        {"start-g",
         "the first 3 s of 16 stations, 802.11g",
         Cause::START,
         WIFI_STANDARD_80211g,
         "ErpOfdmRate54Mbps",
         16,
         1.5},
        makeB("voice-link", "beside a Bluetooth voice link", Cause::VOICE_LINK, 1, 5),
        makeB("bursts", "beside an interferer with bursts", Cause::BURSTS, 1, 5),
        makeB("door", "a door that closes and opens", Cause::DOOR, 1, 5),
    };
    return cells;
}

RunResult
RateLosses::Measure(const RateLossCell& cell,
                    const RateManager& manager,
                    const StudyOptions& options)
{
    const Time duration = Seconds(cell.durationFactor * options.duration.GetSeconds());
    const auto throughputs = LossCell(cell, manager, duration).Run();
    double sum = 0;
    double logarithms = 0;
    for (const double throughput : throughputs)
    {
        sum += throughput;
        logarithms += std::log(throughput);
    }
    RunResult result;
    result.metrics = {
        {"throughput", "Mb/s", sum},
        {"geometric-mean", "Mb/s", std::exp(logarithms / cell.stations)},
        {"least", "Mb/s", *std::ranges::min_element(throughputs)},
    };
    for (std::size_t i = 0; i < throughputs.size() && cell.stations > 1; ++i)
    {
        result.metrics.push_back({"station-" + std::to_string(i + 1), "Mb/s", throughputs[i]});
    }
    return result;
}

} // namespace ns3
