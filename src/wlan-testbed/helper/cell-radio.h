// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef CELL_RADIO_H
#define CELL_RADIO_H

#include "ns3/error-model.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/object.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup wlan-testbed
 * The radios of a cell, of either kind. What else knows the kinds is told here.
 */

namespace ns3
{

class AckPriorityHelper;

/// @ingroup wlan-testbed
/// What the radios of a cell are.
enum class CellRadioKind : uint8_t
{
    WIFI, ///< WifiNetDevice of ns-3
    DCF,  ///< DcfNetDevice of wavelan
};

/// @ingroup wlan-testbed
/// @return the kind that the user wants by the global value "radio" (option --radio=dcf); WIFI
/// unless set
CellRadioKind GetCellRadioOption();

/**
 * @ingroup wlan-testbed
 * Refuse another kind than WIFI where there is no other.
 * @param kind that is wanted
 * @param what is not modelled by it, for the error line
 * @throws std::invalid_argument if it is not WIFI
 */
void RequireWifi(CellRadioKind kind, const std::string& what);

/// @ingroup wlan-testbed
/// The 802.11b radios of a cell.
struct CellRadios
{
    CellRadioKind kind{CellRadioKind::WIFI}; ///< of all of them
    std::string ssid;                        ///< of the cell
    std::string dataMode;                    ///< of DSSS_MODES
    /// Rates that responses have, ascending, of DSSS_MODES; beacons have the first. Empty: those of
    /// ns-3, 1 and 2 Mb/s
    std::vector<std::string> basicModes;
    std::string controlMode;         ///< of RTS; empty: ns-3's
    std::optional<bool> rts;         ///< before each frame to one receiver, or none; unset: ns-3's
    bool shortPreamble{false};       ///< of frames at 5.5 and 11 Mb/s
    uint32_t stationAttempts{1};     ///< transmissions of a frame
    uint32_t accessPointAttempts{1}; ///< transmissions of a frame
    bool qos{false};                 ///< access categories of 802.11e
    double captureRatio{4};          ///< by which a frame must exceed what else is on the air, dB
    Ptr<ErrorModel> noise{};         ///< loses frames at all receivers; may be null

    /**
     * Make the radios, on one channel with ns-3's loss over distance. What is set here is refused
     * to the user.
     * @param stations get one each @param accessPoint gets the last
     * @return the radios
     * @throws std::invalid_argument if the user has set what is refused
     */
    NetDeviceContainer Install(const NodeContainer& stations, Ptr<Node> accessPoint) const;

  private:
    NetDeviceContainer InstallWifi(const NodeContainer& stations, Ptr<Node> accessPoint) const;
    NetDeviceContainer InstallDcf(const NodeContainer& stations, Ptr<Node> accessPoint) const;
};

/// @ingroup wlan-testbed
/// @param radios of one kind @param stream first stream @return number of streams that are assigned
int64_t AssignCellRadioStreams(const NetDeviceContainer& radios, int64_t stream);

/// @ingroup wlan-testbed
/// Change the rate of a radio's data to one receiver. @param radio any @param mode of DSSS_MODES
/// @param basicModes see CellRadios
void SetCellRadioMode(Ptr<NetDevice> radio,
                      const std::string& mode,
                      const std::vector<std::string>& basicModes);

/// @ingroup wlan-testbed
/// @param radio any @param noise destroys frames that it receives, their answers among them
void SetCellRadioNoise(Ptr<NetDevice> radio, Ptr<ErrorModel> noise);

/// @ingroup wlan-testbed
/// @param radio without access categories @param cwMax its largest contention window, slots
void SetCellRadioCwMax(Ptr<NetDevice> radio, uint32_t cwMax);

/**
 * @ingroup wlan-testbed
 * Set the driver's queue of radios whose ACKs will have priority.
 * @param priority will be installed on them @param radios of one kind
 * @param packets in the driver of each radio and category, the one that is sent included
 */
void SetCellDriverQueue(AckPriorityHelper& priority,
                        const NetDeviceContainer& radios,
                        uint32_t packets);

/// @ingroup wlan-testbed
/// @param radio any @return packets in the queues of its MAC, those that are being sent included
uint32_t CountCellRadioPackets(Ptr<NetDevice> radio);

/// @ingroup wlan-testbed
/// Call a function whenever a station has joined its access point, and the network above has been
/// told. @param station its radio @param joined the function
void NotifyWhenJoined(Ptr<NetDevice> station, const std::function<void()>& joined);

/// @ingroup wlan-testbed
/// @param radio any @return what has the trace sources AckedMpdu and DroppedMpdu of WifiMac; null
/// after the radio's disposal
Ptr<Object> FindMacTraces(Ptr<NetDevice> radio);

/// @ingroup wlan-testbed
/// @param radio any @return what has the trace sources PhyTxBegin and PhyTxEnd of WifiPhy; null
/// after the radio's disposal
Ptr<Object> FindPhyTraces(Ptr<NetDevice> radio);

/// @ingroup wlan-testbed
/// What a probe does when a radio begins a frame. WifiPhy tells the power, other devices do not.
struct TxBeginCallbacks
{
    Callback<void, Ptr<const Packet>> device;      ///< of a DcfNetDevice
    Callback<void, Ptr<const Packet>, double> phy; ///< of a WifiPhy
};

/// @ingroup wlan-testbed
/// @param radio any @param callbacks to connect to its trace source PhyTxBegin
/// @return whether it has one
bool ConnectTxBegin(Ptr<NetDevice> radio, const TxBeginCallbacks& callbacks);

/// @ingroup wlan-testbed
/// @param radio any, or one that has been disposed of @param callbacks to disconnect
void DisconnectTxBegin(Ptr<NetDevice> radio, const TxBeginCallbacks& callbacks);

} // namespace ns3

#endif // CELL_RADIO_H
