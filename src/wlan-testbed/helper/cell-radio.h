// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef CELL_RADIO_H
#define CELL_RADIO_H

#include "ns3/error-model.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/object.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup wlan-testbed
 * The radios of a cell, of either kind. All other code of a testbed is independent of the kind.
 */

namespace ns3
{

class AckPriorityHelper;

/// @ingroup wlan-testbed
/// The kind of the radios of a cell.
enum class CellRadioKind : uint8_t
{
    WIFI, ///< WifiNetDevice of ns-3
    DCF,  ///< DcfNetDevice of fast-wifi
};

/// @ingroup wlan-testbed
/// @return the kind that the user wants by the global value "radio" (option --radio=dcf); WIFI
/// unless set
CellRadioKind GetCellRadioOption();

/**
 * @ingroup wlan-testbed
 * Take the kind that the user wants, and refuse the user's values for radios of the other kind.
 * @return GetCellRadioOption()
 * @throws std::invalid_argument if the user has set an attribute that has no effect with this kind
 */
CellRadioKind ChooseCellRadio();

/**
 * @ingroup wlan-testbed
 * Refuse a kind other than WIFI in a cell that supports only WIFI.
 * @param kind that is wanted
 * @param what it does not model, for the error line
 * @throws std::invalid_argument if it is not WIFI
 */
void RequireWifi(CellRadioKind kind, const std::string& what);

/**
 * @ingroup wlan-testbed
 * Refuse a kind other than DCF in a cell that supports only DCF.
 * @param kind that is wanted
 * @param what WifiNetDevice does not model, for the error line
 * @throws std::invalid_argument if it is not DCF
 */
void RequireDcf(CellRadioKind kind, const std::string& what);

/// @ingroup wlan-testbed
/// Refuse a user's values for the receiver thresholds that PoorChannelHelper lowers.
/// @throws std::invalid_argument as RefuseUserValues()
void RefuseReceiverThresholds();

/// @ingroup wlan-testbed
/// How radios contend for the medium. The defaults are those of 802.11b.
struct CellContention
{
    uint32_t stationCwMin{31};     ///< smallest contention window, slots, up to 1023
    uint32_t accessPointCwMin{31}; ///< smallest contention window, slots, up to 1023
    bool eifs{true};               ///< they wait for EIFS after a frame that they cannot decode
    bool postBackoff{true};        ///< a backoff follows each frame, even if no other one waits
    uint32_t shortRetryLimit{0};   ///< failures in a row after which the window is the smallest; 0:
                                   ///< transmissions of a frame
};

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
    /// By which a frame must exceed what else is on the air, and noise, dB. A simulation ends with
    /// one line if a frame alone would not be received because of it.
    double captureRatio{4};
    /// How they contend, without qos; unset: as a user wants it
    std::optional<CellContention> contention{};
    Ptr<ErrorModel> noise{}; ///< loses frames at all receivers; may be null

    /**
     * Create the radios, on one channel with ns-3's loss over distance. A user's value for an
     * attribute that is set here is refused.
     * @param stations get one each
     * @param accessPoint gets the last
     * @return the radios
     * @throws std::invalid_argument if the user has set such an attribute, or if the kind does not
     *         model a value
     */
    NetDeviceContainer Install(const NodeContainer& stations, Ptr<Node> accessPoint) const;
};

/// @ingroup wlan-testbed
/// Callbacks of a probe for the start of a frame. WifiPhy passes the power, other devices do not.
struct TxBeginCallbacks
{
    Callback<void, Ptr<const Packet>> device;      ///< of a DcfNetDevice
    Callback<void, Ptr<const Packet>, double> phy; ///< of a WifiPhy
};

/**
 * @ingroup wlan-testbed
 * The interface through which a testbed and its probes use a radio of either kind.
 */
class CellRadio
{
  public:
    /// @param device any
    /// @return what it is for a testbed: a WifiNetDevice, or a device that has the attributes and
    /// trace sources of its MAC and PHY itself, as DcfNetDevice
    static std::unique_ptr<const CellRadio> Of(Ptr<NetDevice> device);
    virtual ~CellRadio() = default;

    /// Change the rate of data to one receiver.
    /// @param mode of DSSS_MODES
    /// @param basicModes see CellRadios
    virtual void SetMode(const std::string& mode,
                         const std::vector<std::string>& basicModes) const = 0;
    /// @param noise destroys frames that the radio receives, their answers among them
    virtual void SetNoise(Ptr<ErrorModel> noise) const = 0;
    /// Set the largest contention window of a radio without access categories.
    /// @param cwMax slots
    virtual void SetCwMax(uint32_t cwMax) const = 0;
    /**
     * Set the driver's queue of a radio whose ACKs will have priority.
     * @param priority will be installed on it
     * @param packets in the driver for each category, the one that is sent included
     */
    virtual void SetDriverQueue(AckPriorityHelper& priority, uint32_t packets) const = 0;
    /// @return packets in the queues of its MAC, those that are being sent included
    virtual uint32_t CountPackets() const = 0;
    /// Call a function whenever the station has joined its access point, after the network layer
    /// has been notified.
    /// @param joined the function
    virtual void NotifyWhenJoined(const std::function<void()>& joined) const = 0;
    /// @return whether the station has joined its access point
    virtual bool HasJoined() const = 0;
    /// @return what has the trace sources AckedMpdu and DroppedMpdu of WifiMac; null after the
    /// radio's disposal
    virtual Ptr<Object> FindMacTraces() const = 0;
    /// @return what has the trace sources PhyTxBegin and PhyTxEnd of WifiPhy; null after the
    /// radio's disposal
    virtual Ptr<Object> FindPhyTraces() const = 0;
    /// @param callbacks to connect to its trace source PhyTxBegin
    /// @return whether it has one
    virtual bool ConnectTxBegin(const TxBeginCallbacks& callbacks) const = 0;
    /// @param callbacks to disconnect; the radio may have been disposed of
    virtual void DisconnectTxBegin(const TxBeginCallbacks& callbacks) const = 0;
};

/**
 * @ingroup wlan-testbed
 * End the simulation with one line if a station has not joined its access point when its traffic
 * begins. Its packets would wait or be lost silently until then.
 * @param testbed name of its class, for the error line
 * @param start of the traffic, from now
 * @param stations their radios, of any kind
 */
void RequireJoined(const std::string& testbed, Time start, const NetDeviceContainer& stations);

/// @ingroup wlan-testbed
/// @param radios of any kind
/// @param stream first stream
/// @return number of streams that are assigned
int64_t AssignCellRadioStreams(const NetDeviceContainer& radios, int64_t stream);

} // namespace ns3

#endif // CELL_RADIO_H
