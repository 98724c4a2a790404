// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "medium-links.h"

#include "medium-receiver.h"

#include "ns3/constant-position-mobility-model.h"
#include "ns3/fatal-error.h"
#include "ns3/log.h"
#include "ns3/mobility-model.h"
#include "ns3/node.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("MediumLinks");

MediumLinks::MediumLinks(const MediumStations& stations,
                         Callback<void> beforeMove,
                         Callback<void> afterMove)
    : m_stations(stations),
      m_beforeMove(beforeMove),
      m_afterMove(afterMove)
{
}

MediumLinks::~MediumLinks()
{
    Clear();
}

void
MediumLinks::SetLossModel(Ptr<PropagationLossModel> loss)
{
    m_loss = loss;
    Forget();
}

void
MediumLinks::SetPowers(double txPower, double least)
{
    m_txPower = txPower;
    m_txMilliwatts = MediumReceiver::FromDb(txPower);
    m_least = least;
    Forget();
}

void
MediumLinks::AllowHidden(bool allows)
{
    m_allowsHidden = allows;
}

void
MediumLinks::AddStation()
{
    m_mobility.emplace_back();
    m_isStill.push_back(false);
    // The powers are stored by the number of stations, which grows.
    Forget();
}

/// A station that moved may have been the only one.
void
MediumLinks::RemoveStation()
{
    m_isMoving = false;
    for (MediumStation other = 0; other < m_mobility.size(); ++other)
    {
        m_isMoving =
            m_isMoving || (m_stations.IsAttached(other) && m_mobility[other] && !m_isStill[other]);
    }
}

void
MediumLinks::Clear()
{
    for (const Ptr<MobilityModel>& mobility : m_mobility)
    {
        if (mobility)
        {
            mobility->TraceDisconnectWithoutContext("CourseChange",
                                                    MakeCallback(&MediumLinks::NoteCourse, this));
        }
    }
    m_mobility.clear();
    m_loss = nullptr;
}

Ptr<MobilityModel>
MediumLinks::GetMobility(MediumStation station)
{
    Ptr<MobilityModel>& mobility = m_mobility[station];
    if (!mobility)
    {
        const Ptr<NetDevice> device = m_stations.GetStationDevice(station);
        if (device)
        {
            mobility = device->GetNode()->GetObject<MobilityModel>();
        }
        if (!mobility)
        {
            NS_FATAL_ERROR(
                "MediumChannel: PropagationLossModel is set, but "
                << (device ? "node " + std::to_string(m_stations.GetContext(station))
                           : "station " + std::to_string(station.value) + ", which has left,")
                << " has no mobility model");
        }
        // Only these tell of each new position. Others tell of a new velocity.
        m_isStill[station] =
            mobility->GetInstanceTypeId() == ConstantPositionMobilityModel::GetTypeId();
        m_isMoving = m_isMoving || !m_isStill[station];
        mobility->TraceConnectWithoutContext("CourseChange",
                                             MakeCallback(&MediumLinks::NoteCourse, this));
    }
    return mobility;
}

/// A station that stands still is put elsewhere.
void
MediumLinks::NoteCourse(Ptr<const MobilityModel> mobility)
{
    m_beforeMove();
    for (MediumStation moved = 0; moved < m_powers.size(); ++moved)
    {
        if (m_mobility[moved] != mobility || !m_isStill[moved])
        {
            continue;
        }
        NS_LOG_INFO("station " << moved << " moved: received powers are computed again");
        m_powers[moved] = {};
        for (Powers& powers : m_powers)
        {
            if (!powers.milliwatts.empty())
            {
                powers.milliwatts[moved] = std::nan("");
                powers.isComplete = false;
            }
        }
    }
    m_afterMove();
}

void
MediumLinks::Forget()
{
    m_powers.clear();
    m_framePowers.clear();
}

void
MediumLinks::ForgetFrames()
{
    m_framePowers.clear();
}

/// @return whether the power of a pair of stations that stand still never changes
bool
MediumLinks::IsSteady() const
{
    // Of these nothing is drawn. FixedRssLossModel may be told another power, and does not tell.
    static const std::array<TypeId, 6> steady{FriisPropagationLossModel::GetTypeId(),
                                              TwoRayGroundPropagationLossModel::GetTypeId(),
                                              LogDistancePropagationLossModel::GetTypeId(),
                                              ThreeLogDistancePropagationLossModel::GetTypeId(),
                                              MatrixPropagationLossModel::GetTypeId(),
                                              RangePropagationLossModel::GetTypeId()};
    for (Ptr<PropagationLossModel> loss = m_loss; loss; loss = loss->GetNext())
    {
        if (std::find(steady.begin(), steady.end(), loss->GetInstanceTypeId()) == steady.end())
        {
            return false;
        }
    }
    return true;
}

void
MediumLinks::UpdateSteady()
{
    m_isSteady = IsSteady();
    if (!m_isSteady)
    {
        m_powers.clear();
    }
}

bool
MediumLinks::Knows(MediumStation from) const
{
    return from < m_powers.size() && m_powers[from].isComplete;
}

bool
MediumLinks::Learn(MediumStation from)
{
    if (Knows(from))
    {
        return true;
    }
    // What is drawn, or depends on the time, cannot be known before the frame begins.
    if (m_isMoving || !m_isSteady || !m_stations.IsAttached(from))
    {
        return false;
    }
    for (MediumStation to = 0; to < m_stations.GetSize(); ++to)
    {
        if (to != from && m_stations.IsAttached(to))
        {
            RequireHearing(from, to, GetMilliwatts(from, to));
            // The first of them that moves is asked here.
            if (m_isMoving)
            {
                return false;
            }
        }
    }
    // Empty if nobody else is there.
    m_powers.resize(m_stations.GetSize());
    m_powers[from].isComplete = true;
    return true;
}

double
MediumLinks::GetMilliwatts(MediumStation from, MediumStation to)
{
    if (!m_loss)
    {
        return m_txMilliwatts;
    }
    // NaN stands for a pair that has not been asked about.
    const bool isStored = from < m_powers.size() && !m_powers[from].milliwatts.empty();
    if (isStored && !std::isnan(m_powers[from].milliwatts[to]))
    {
        return m_powers[from].milliwatts[to];
    }
    const double dbm = m_loss->CalcRxPower(m_txPower, GetMobility(from), GetMobility(to));
    NS_LOG_DEBUG("station " << to << " receives station " << from << " with " << dbm << " dBm");
    const double power = MediumReceiver::FromDb(dbm);
    if (m_isStill[from] && m_isStill[to] && m_isSteady)
    {
        m_powers.resize(m_stations.GetSize());
        auto& milliwatts = m_powers[from].milliwatts;
        milliwatts.resize(m_stations.GetSize(), std::nan(""));
        milliwatts[to] = power;
    }
    return power;
}

double
MediumLinks::GetMilliwatts(const MediumTransmission& frame, MediumStation to)
{
    if (!m_loss || Learn(frame.sender))
    {
        return GetMilliwatts(frame.sender, to);
    }
    // Carrier sense, decoding and delivery ask about the same signal, which must be drawn once.
    const std::pair key(frame.serial, to);
    const auto known = m_framePowers.find(key);
    if (known != m_framePowers.end())
    {
        return known->second;
    }
    const double power = GetMilliwatts(frame.sender, to);
    RequireHearing(frame.sender, to, power);
    m_framePowers[key] = power;
    return power;
}

/// Without a loss model the engine asks for no power, and every station would receive the frame.
void
MediumLinks::RequireDetection() const
{
    if (!m_loss && m_txMilliwatts < m_least)
    {
        NS_FATAL_ERROR("MediumChannel: TxPower="
                       << m_txPower << " without a PropagationLossModel: expected "
                       << MediumReceiver::ToDb(m_least) << " dBm or more, which stations detect");
    }
}

/// The engine lets all stations defer to each frame. Who cannot detect it would not.
void
MediumLinks::RequireHearing(MediumStation from, MediumStation to, double milliwatts)
{
    if (milliwatts >= m_least || m_allowsHidden || !m_stations.IsAttached(from) ||
        !m_stations.IsAttached(to))
    {
        return;
    }
    // The other direction tells the user whether the two powers differ.
    const double back = GetMilliwatts(to, from);
    NS_FATAL_ERROR("MediumChannel: "
                   << m_stations.Describe(to) << " does not hear " << m_stations.Describe(from)
                   << ": it receives it with " << MediumReceiver::ToDb(milliwatts)
                   << " dBm and is received with " << MediumReceiver::ToDb(back)
                   << " dBm, but detects " << MediumReceiver::ToDb(m_least)
                   << " dBm or more; all stations of a channel defer to each other, so that these "
                      "belong on two channels, or AllowHiddenStations must be set");
}

} // namespace ns3
