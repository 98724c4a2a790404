// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef UPLOAD_SCENARIO_H
#define UPLOAD_SCENARIO_H

#include "simulation-cost.h"

#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"

namespace ns3
{

/// @ingroup lasthop-bench
/// A station and its access point, with or without a USB under the station's radio.
class UploadScenario
{
  public:
    /// Generations of radio and bus.
    enum class Speed
    {
        FULL, ///< 802.11b, and a full-speed bus (FSBR, queued bulk)
        HIGH, ///< 802.11ax, and a high-speed bus with the adapter of today (README)
    };

    /// @param speed of radio and bus
    /// @param usb put the bus under the radio
    UploadScenario(Speed speed, bool usb);
    ~UploadScenario();

    /// A saturated TCP upload.
    /// @param duration simulated
    /// @return its cost
    SimulationCost RunUpload(Time duration);
    /// Associated and silent.
    /// @param duration simulated
    /// @return its cost, start-up left out
    SimulationCost RunIdle(Time duration);

  private:
    /// Install radios, bus and IP.
    /// @param usb see the constructor
    void Build(bool usb);
    /// @return radios of station and access point, of m_speed
    NetDeviceContainer InstallRadios();
    /// Put a bus of m_speed under a radio.
    /// @param radio of the station
    /// @return its USB device, which the station then sends by
    Ptr<NetDevice> InstallBus(Ptr<NetDevice> radio);

    Speed m_speed;                ///< see Speed
    NodeContainer m_nodes;        ///< station, access point
    Ptr<NetDevice> m_accessPoint; ///< radio
    Ptr<NetDevice> m_station;     ///< radio, or USB device
};

} // namespace ns3

#endif // UPLOAD_SCENARIO_H
