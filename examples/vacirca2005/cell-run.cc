// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "cell-run.h"

#include "../common/testbed-series.h"

#include "ns3/cell-radio.h"
#include "ns3/cell-traffic.h"
#include "ns3/level-sequence.h"
#include "ns3/linux-bridge-net-device.h"
#include "ns3/queue-disc-item-classifier.h"
#include "ns3/receive-backlog.h"
#include "ns3/simulator.h"
#include "ns3/slot-probe.h"
#include "ns3/tcp-trace-probe.h"
#include "ns3/user-attribute.h"
#include "ns3/vacirca2005-testbed.h"
#include "ns3/wifi-mac-header.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-mpdu.h"

#include <optional>
#include <stdexcept>
#include <vector>

namespace ns3
{

namespace
{

/// Shortest run. The connections begin within its first second, attribute StartSpread.
const Time LEAST_DURATION = Seconds(4);

/// A run that is shorter than the paper's does not count its first quarter, in which the windows
/// come down from slow start; the paper does not count 50 of 500 s.
constexpr int64_t SHARE_OF_WARM_UP = 4;

/// Packets offered to a place and lost there.
struct Losses
{
    uint64_t offered{0}; ///< packets
    uint64_t lost{0};    ///< of these

    double GetPercent() const
    {
        return offered == 0 ? 0 : 100 * static_cast<double>(lost) / static_cast<double>(offered);
    }
};

/// Counts what becomes of the packets at queue discs and MACs, from a given time on. The paper
/// infers the causes of loss (III: collisions, the buffer of the access point); here they are seen.
class LossAccount
{
  public:
    /// @param testbed to be watched
    /// @param start of counting
    LossAccount(const Vacirca2005Testbed& testbed, Time start)
        : m_start(start)
    {
        for (uint32_t i = 0; i < testbed.GetNStations(); ++i)
        {
            WatchMac(testbed.GetStationRadio(i), &stationMac);
            WatchDisc(testbed.GetStationDisc(i), &LossAccount::NoteStation);
        }
        WatchMac(testbed.GetAccessPointRadio(), &accessPointMac);
        WatchDisc(testbed.GetAccessPointDisc(), &LossAccount::NoteAccessPoint);
        testbed.GetAccessPointDisc()->TraceConnectWithoutContext(
            "Dequeue",
            MakeCallback(&LossAccount::NoteDequeued, this));
    }

    Losses stationMac;      ///< retry limit
    Losses accessPointMac;  ///< retry limit
    Losses stationDisc;     ///< all packets
    Losses accessPointData; ///< not ACKs
    Losses accessPointAcks; ///< pure ACKs
    LevelSequence data;     ///< in the access point's disc
    LevelSequence acks;     ///< in the access point's disc

  private:
    /// What a disc does with a packet.
    enum class Fate
    {
        TAKEN,   ///< it waits
        REFUSED, ///< dropped when it was offered
        REMOVED, ///< dropped although it had been taken
    };

    /// How a packet's fate in a disc is noted.
    using Note = void (LossAccount::*)(Fate fate, Ptr<const QueueDiscItem> item);

    void WatchDisc(Ptr<QueueDisc> disc, Note note)
    {
        const auto drop = [this, note](Fate fate) {
            return Callback<void, Ptr<const QueueDiscItem>, const char*>(
                [this, note, fate](Ptr<const QueueDiscItem> item, const char*) {
                    (this->*note)(fate, item);
                });
        };
        disc->TraceConnectWithoutContext("Enqueue", MakeCallback(note, this).Bind(Fate::TAKEN));
        disc->TraceConnectWithoutContext("DropBeforeEnqueue", drop(Fate::REFUSED));
        disc->TraceConnectWithoutContext("DropAfterDequeue", drop(Fate::REMOVED));
    }

    void WatchMac(Ptr<NetDevice> device, Losses* losses)
    {
        const auto mac = CellRadio::Of(device)->FindMacTraces();
        mac->TraceConnectWithoutContext("AckedMpdu",
                                        MakeCallback(&LossAccount::NoteAcked, this).Bind(losses));
        mac->TraceConnectWithoutContext("DroppedMpdu",
                                        MakeCallback(&LossAccount::NoteDropped, this).Bind(losses));
    }

    bool IsCounted() const
    {
        return Simulator::Now() >= m_start;
    }

    void NoteAcked(Losses* losses, Ptr<const WifiMpdu> mpdu)
    {
        losses->offered += IsCounted() && mpdu->GetHeader().IsData();
    }

    void NoteDropped(Losses* losses, WifiMacDropReason, Ptr<const WifiMpdu> mpdu)
    {
        const bool isCounted = IsCounted() && mpdu->GetHeader().IsData();
        losses->offered += isCounted;
        losses->lost += isCounted;
    }

    /// @param losses of the packet's kind
    /// @param fate of the packet
    void NoteFate(Losses& losses, Fate fate)
    {
        losses.offered += IsCounted() && fate != Fate::REMOVED;
        losses.lost += IsCounted() && fate != Fate::TAKEN;
    }

    void NoteStation(Fate fate, Ptr<const QueueDiscItem>)
    {
        NoteFate(stationDisc, fate);
    }

    void NoteAccessPoint(Fate fate, Ptr<const QueueDiscItem> item)
    {
        const bool isAck = ClassifyItem(*item, item->GetSize()).kind == TcpPacketKind::PURE_ACK;
        NoteFate(isAck ? accessPointAcks : accessPointData, fate);
        if (fate == Fate::TAKEN)
        {
            Move(isAck, 1);
        }
    }

    void NoteDequeued(Ptr<const QueueDiscItem> item)
    {
        Move(ClassifyItem(*item, item->GetSize()).kind == TcpPacketKind::PURE_ACK, -1);
    }

    void Move(bool isAck, int change)
    {
        uint32_t& level = isAck ? m_acks : m_data;
        level += change;
        (isAck ? acks : data).Set(Simulator::Now().GetSeconds(), level);
    }

    Time m_start;       ///< of counting
    uint32_t m_data{0}; ///< in the access point's disc
    uint32_t m_acks{0}; ///< in the access point's disc
};

/// Records the connections at their senders.
class CellProbes
{
  public:
    /// @param testbed whose connections
    void Watch(const Vacirca2005Testbed& testbed)
    {
        for (uint32_t i = 0; i < testbed.GetUplinks(); ++i)
        {
            const std::string number = std::to_string(i + 1);
            m_probes.emplace_back("up-" + number, TcpTraceProbe::AtIp(testbed.GetStation(i)));
        }
        m_probes.emplace_back("down", TcpTraceProbe::AtIp(testbed.GetHost()));
    }

    /// @return what was recorded
    std::vector<Series> GetSeries() const
    {
        std::vector<Series> all;
        for (const auto& [name, probe] : m_probes)
        {
            AddTcpSeries(all, name, name, *probe);
        }
        return all;
    }

  private:
    std::vector<std::pair<std::string, Ptr<TcpTraceProbe>>> m_probes; ///< and their names
};

/// @param disc a root queue disc
/// @return whether each of its packets was sent, dropped or still waits
bool
IsConserved(Ptr<QueueDisc> disc)
{
    const auto& stats = disc->GetStats();
    return stats.nTotalReceivedPackets ==
               stats.nTotalEnqueuedPackets + stats.nTotalDroppedPacketsBeforeEnqueue &&
           stats.nTotalEnqueuedPackets == stats.nTotalDequeuedPackets + disc->GetNPackets();
}

/// @param testbed after a run; throws std::logic_error if a packet has vanished
void
CheckConservation(const Vacirca2005Testbed& testbed)
{
    if (!testbed.GetBridge()->IsConserved())
    {
        throw std::logic_error("the access point's bridge has lost count of packets");
    }
    if (!IsConserved(testbed.GetAccessPointDisc()))
    {
        throw std::logic_error("the access point's queue disc has lost count of packets");
    }
    for (uint32_t i = 0; i < testbed.GetRadios().GetN(); ++i)
    {
        const auto backlog = testbed.GetRadios().Get(i)->GetNode()->GetObject<ReceiveBacklog>();
        if (backlog && !backlog->IsConserved())
        {
            throw std::logic_error("a host's backlog has lost count of packets");
        }
    }
    for (uint32_t i = 0; i < testbed.GetNStations(); ++i)
    {
        if (!IsConserved(testbed.GetStationDisc(i)))
        {
            throw std::logic_error("the queue disc of STA" + std::to_string(i + 1) +
                                   " has lost count of packets");
        }
    }
}

} // namespace

RunResult
MeasureCell(ObjectFactory cell, const StudyOptions& options)
{
    RequireDuration(options, LEAST_DURATION, "in which all connections begin");
    VaryToAtMost(cell, "WarmUp", options.duration / SHARE_OF_WARM_UP);
    const auto built = cell.Create<Vacirca2005Testbed>();
    const Vacirca2005Testbed& testbed = *built;
    const int64_t streams = built->AssignStreams(0);
    const CellTraffic traffic(built, options.duration, streams);
    const LossAccount account(testbed, traffic.GetCountedStart());
    std::optional<SlotProbe> slots;
    if (GetCellRadioOption() == CellRadioKind::WIFI)
    {
        slots.emplace(testbed.GetRadios(), traffic.GetCountedStart());
    }
    CellProbes probes;
    if (options.trace)
    {
        probes.Watch(testbed);
    }
    Simulator::Stop(testbed.GetStart() + options.duration);
    Simulator::Run();
    const auto down = traffic.GetDownlink();
    const auto up = traffic.GetUplink();
    if (up.contested == 0 || down.contested == 0)
    {
        throw std::runtime_error("uploads and downloads were never active at the same time "
                                 "during the measurement; a longer --duration may help");
    }
    if (up.goodput == 0)
    {
        throw std::runtime_error("no segment of an upload arrived, so there is no ratio to "
                                 "uploads; a longer --duration may help");
    }
    CheckConservation(testbed);
    RunResult result;
    result.metrics = {
        {"down", "segments/s", down.goodput},
        {"up", "segments/s", up.goodput},
        {"total", "segments/s", down.goodput + up.goodput},
        {"ratio", "", down.goodput / up.goodput},
        {"ratio-per-connection",
         "",
         down.contested / up.contested * up.fairContested / down.fairContested},
        {"down-least", "segments/s", down.least},
        {"up-least", "segments/s", up.least},
        {"down-again", "%", 100 * down.lossRate},
        {"up-again", "%", 100 * up.lossRate},
        {"station-mac-loss", "%", account.stationMac.GetPercent()},
        {"ap-mac-loss", "%", account.accessPointMac.GetPercent()},
        {"ap-data-loss", "%", account.accessPointData.GetPercent()},
        {"ap-ack-loss", "%", account.accessPointAcks.GetPercent()},
        {"station-buffer-loss", "%", account.stationDisc.GetPercent()},
    };
    if (slots)
    {
        result.metrics.push_back({"slot-0", "%", 100 * slots->GetHistogram().GetShare(0)});
    }
    if (options.trace)
    {
        result.series = probes.GetSeries();
        const double start = testbed.GetStart().GetSeconds();
        result.parts = {{start, start + options.duration.GetSeconds()}};
        result.partTitles = {"whole run"};
        AddLevelSeries(result.series,
                       "ap-data",
                       "data at the access point",
                       "packets",
                       account.data);
        AddLevelSeries(result.series,
                       "ap-acks",
                       "ACKs at the access point",
                       "packets",
                       account.acks);
    }
    return result;
}

} // namespace ns3
