// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ACK_PRIORITY_HELPER_H
#define ACK_PRIORITY_HELPER_H

#include "ns3/access-category-parameters.h"
#include "ns3/net-device-container.h"
#include "ns3/qos-utils.h"
#include "ns3/queue-disc-container.h"
#include "ns3/queue-size.h"
#include "ns3/traffic-control-helper.h"

#include <functional>
#include <optional>
#include <string>
#include <utility>

/**
 * @file
 * @ingroup wifi-ext
 * ns3::AckPriorityHelper declaration.
 */

namespace ns3
{

class WifiMac;
class WifiNetDevice;

/**
 * @ingroup wifi-ext
 * Puts the pure TCP ACKs of a Wi-Fi device into one access category (802.11e) and all its other
 * packets into another, each with its own AIFSN, CWmin, CWmax and TXOP limit. At an access point,
 * this gives the ACKs of uploads the share of the medium that they need: A. Ng, D. Malone, D.
 * Leith, "Experimental evaluation of TCP performance and fairness in an 802.11e test-bed", 2005;
 * malone2008, section V.
 *
 * The parameters belong to the devices on which they are installed. The beacons of an access point
 * continue to advertise the former parameters, unless AdvertiseToStations() was called. A station
 * keeps the installed parameters, whatever the beacons advertise.
 *
 * The packets must pass through the traffic-control layer. This is true of all packets of an IP
 * stack, and of those of a bridge that uses queue discs, such as LinuxBridgeNetDevice. ns-3's
 * BridgeNetDevice bypasses this layer and would send everything as best effort: if a device is a
 * port of one, the program ends with one line when the simulation begins.
 *
 * A wrong value ends the program with one line that names the value and the accepted range.
 */
class AckPriorityHelper
{
  public:
    /// ACKs in AC_VI with AIFSN 2, CWmin 3, CWmax 1023 and no TXOP limit; other packets in AC_BE
    /// with the parameters of the DCF.
    AckPriorityHelper();

    /**
     * Install() checks windows and AIFSN, because their ranges depend on the device.
     * @param category of pure TCP ACKs, AC_BE, AC_BK, AC_VI or AC_VO; another one ends the program
     * @param parameters of it
     */
    void SetAckCategory(AcIndex category, const AccessCategoryParameters& parameters);
    /**
     * @param category of all other packets, as above; it must differ from that of ACKs when
     * Install() is called
     * @param parameters of it
     */
    void SetOtherCategory(AcIndex category, const AccessCategoryParameters& parameters);

    /**
     * Choose whether access points advertise the parameters of both categories to their stations.
     * The beacons then carry CWmin and CWmax as exponents, so that both must be 2^n - 1.
     * @param isAdvertised true: they do; false, the default: beacons carry the parameters that the
     * access point had before Install(), or those of its attributes CwMinsForSta, CwMaxsForSta,
     * AifsnsForSta and TxopLimitsForSta
     */
    void AdvertiseToStations(bool isAdvertised = true);

    /**
     * Set the queue disc of each access category. Install() then gives each device an MqQueueDisc
     * with four of them. Without this call it does not change queue discs.
     * @tparam Args names and values of attributes, alternating
     * @param type of queue disc
     * @param args names and values of its attributes, alternating
     */
    template <typename... Args>
    void SetQueueDisc(const std::string& type, Args&&... args);
    /**
     * Set the size of the MAC's queue of each access category, which is the driver's queue. Without
     * this call it does not change. The program ends if the size is not in packets, if it is 0, or
     * if the delay is not positive.
     * @param size in packets, 1 or more; the frame that is being sent counts
     * @param maxDelay time after which a packet expires in this queue, more than 0. ns-3's default
     * is 500 ms, which is less than the round-trip times of a full cell.
     */
    void SetDriverQueue(const QueueSize& size, Time maxDelay = Seconds(1000));

    /// Gives an access category of a device its parameters
    using AccessFunction =
        std::function<void(Ptr<NetDevice>, AcIndex, const AccessCategoryParameters&)>;
    /**
     * Make Install() accept other devices than WifiNetDevices, if their queue interface has a queue
     * for each access category. The helper does not set the size of their driver queues.
     * @param setAccess is called for both categories of such a device
     */
    void SetOtherDevices(const AccessFunction& setAccess);

    /**
     * Install on devices that WifiHelper has created with QoS and flow control. With a queue disc,
     * their nodes need an IP stack or a bridge with queue discs, and must not have addresses yet. A
     * second installation changes what the first one set.
     * @param devices of access points, stations, or both
     * @return the queue discs, one for each device; empty without SetQueueDisc()
     */
    QueueDiscContainer Install(const NetDeviceContainer& devices) const;

  private:
    /// An access category and its parameters.
    struct Category
    {
        AcIndex index;                       ///< the category
        AccessCategoryParameters parameters; ///< of it
    };

    /// @param category ends the program unless it is one of the four
    static void CheckCategory(AcIndex category);
    /**
     * @param device ends the program unless it is a WifiNetDevice with QoS
     * @return the same
     */
    static Ptr<WifiNetDevice> FindWifi(Ptr<NetDevice> device);
    /**
     * @param device ends the program unless it has four queues with flow control, without which
     * ns-3 never selects a queue
     */
    static void CheckQueues(Ptr<NetDevice> device);
    /**
     * @param mac of a device
     * @param isAdvertised see AdvertiseToStations()
     * @return for what its parameters are used, on which their ranges depend
     */
    static AccessCategoryUse FindUse(const WifiMac& mac, bool isAdvertised);
    /**
     * End the program if both categories are the same, or a value is out of range.
     * @param use of the parameters
     */
    void CheckParameters(AccessCategoryUse use) const;
    /// @param wifi with QoS
    void InstallOnWifi(Ptr<WifiNetDevice> wifi) const;
    /// @param device to whose function of SetOtherDevices() both categories are passed
    void InstallOnOtherDevice(Ptr<NetDevice> device) const;
    /// @param station gets a StationAccessParameters, which keeps the values when a beacon comes
    void InstallOnStation(Ptr<WifiNetDevice> station) const;
    /// @param mac of an access point or an ad hoc station, whose EDCAFs get the values on all links
    void InstallOnOther(Ptr<WifiMac> mac) const;
    /**
     * Classify each packet in the queue interface of the device, as Linux does in
     * ndo_select_queue(), and mark it by a priority tag.
     * @param device with four queues
     */
    void InstallSelection(Ptr<NetDevice> device) const;
    /// @param mac all four queues of which get the size and delay of SetDriverQueue()
    void InstallDriverQueue(Ptr<WifiMac> mac) const;
    /**
     * End the program if the node has no traffic-control layer, or the device has a queue disc.
     * @param device of the node
     * @return its MqQueueDisc; none without SetQueueDisc()
     */
    QueueDiscContainer InstallQueueDiscs(Ptr<NetDevice> device) const;

    Category m_ack;                                   ///< see SetAckCategory
    Category m_other;                                 ///< see SetOtherCategory
    bool m_isAdvertised{false};                       ///< see AdvertiseToStations
    std::optional<TrafficControlHelper> m_queueDiscs; ///< see SetQueueDisc
    std::optional<QueueSize> m_driverQueue;           ///< see SetDriverQueue
    Time m_maxDelay;                                  ///< see SetDriverQueue
    AccessFunction m_setAccess;                       ///< see SetOtherDevices
};

template <typename... Args>
void
AckPriorityHelper::SetQueueDisc(const std::string& type, Args&&... args)
{
    // A device with QoS has a queue for each category, which MqQueueDisc maps to its children.
    TrafficControlHelper& queueDiscs = m_queueDiscs.emplace();
    const uint16_t root = queueDiscs.SetRootQueueDisc("ns3::MqQueueDisc");
    const auto classes = queueDiscs.AddQueueDiscClasses(root, 4, "ns3::QueueDiscClass");
    queueDiscs.AddChildQueueDiscs(root, classes, type, std::forward<Args>(args)...);
}

} // namespace ns3

#endif // ACK_PRIORITY_HELPER_H
