// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef USB_HELPER_H
#define USB_HELPER_H

#include "ns3/net-device-container.h"
#include "ns3/object-factory.h"
#include "ns3/trace-helper.h"
#include "ns3/usb-host-controller.h"
#include "ns3/usb-net-device.h"
#include "ns3/usb-wifi-adapter.h"

#include <string>
#include <utility>

namespace ns3
{

/**
 * @ingroup usb-bus
 * Puts a USB bus between existing radios and the network layer: each radio gets an adapter that
 * owns it, and a driver that the network layer sees instead of the radio. Assign IP addresses to
 * the devices that Install() returns; the radios stay on their nodes and get no address. Radios are
 * WifiNetDevices, or other devices with the trace sources that UsbWifiAdapter needs. Order of use:
 * SetControllerType(), SetDeviceAttribute() and SetAdapterAttribute(), then Install(). The classes
 * for a bus are UhciHostController (USB 1.1, the default) and EhciHostController (USB 2.0). A
 * capture shows packets of the USB device with an Ethernet header, as tcpdump does on the host.
 */
class UsbHelper : public PcapHelperForDevice, public AsciiTraceHelperForDevice
{
  public:
    /// Start with a ns3::UhciHostController and the default attributes of driver and adapter.
    UsbHelper();
    ~UsbHelper() override;

    /**
     * Forgets the attributes of an earlier call. Fatal if the type is not a UsbHostController, or
     * has no such attribute.
     * @tparam Args attribute names and values, in turn
     * @param type of the host controllers, ns3::UhciHostController by default
     * @param args names and values of attributes
     */
    template <typename... Args>
    void SetControllerType(const std::string& type, Args&&... args);
    /**
     * @param name attribute of the drivers (UsbNetDevice); an unknown one is a fatal error
     * @param value for it
     */
    void SetDeviceAttribute(const std::string& name, const AttributeValue& value);
    /**
     * @param name attribute of the adapters (UsbWifiAdapter); an unknown one is a fatal error
     * @param value for it
     */
    void SetAdapterAttribute(const std::string& name, const AttributeValue& value);

    /**
     * Install the radios on new buses, one bus per call and node: radios of the same node share it,
     * like the ports of one controller. Fatal if a radio is not on a node, already has a USB
     * device, has an IP address, or lacks what UsbWifiAdapter needs.
     * @param devices radios, each on its node
     * @return the drivers, in the same order
     */
    NetDeviceContainer Install(const NetDeviceContainer& devices);
    /**
     * Install on an existing bus.
     * @param devices radios of the bus's node
     * @param controller the bus; null or the bus of another node is a fatal error
     * @return the drivers, in the same order
     */
    NetDeviceContainer Install(const NetDeviceContainer& devices,
                               Ptr<UsbHostController> controller);

    /**
     * @param device a driver that Install() returned; anything else is a fatal error
     * @return its bus, null if it was unplugged
     */
    static Ptr<UsbHostController> GetController(Ptr<NetDevice> device);
    /**
     * @param device a driver that Install() returned; anything else is a fatal error
     * @return its adapter
     */
    static Ptr<UsbWifiAdapter> GetAdapter(Ptr<NetDevice> device);
    /**
     * Fix the random streams of the drivers' adapters and buses. A bus that several devices share
     * counts once. Set the faults of the adapters before this call.
     * @param devices drivers that Install() returned
     * @param stream first stream number
     * @return number of streams used
     */
    static int64_t AssignStreams(const NetDeviceContainer& devices, int64_t stream);

  private:
    /// @param type of the host controllers; fatal if it is not a UsbHostController
    void ResetControllerType(const std::string& type);
    /**
     * @param device a radio
     * @param controller the bus
     * @return the driver, which is added to the node of the radio
     */
    Ptr<NetDevice> InstallOne(Ptr<NetDevice> device, Ptr<UsbHostController> controller);
    /**
     * Writes Sniffer or PromiscSniffer of the driver, with Ethernet headers.
     * @param prefix of the name of the file, or all of it
     * @param nd any device; one that is no UsbNetDevice is passed over
     * @param promiscuous whether frames for other stations are written, too
     * @param explicitFilename whether prefix is the whole name
     */
    void EnablePcapInternal(std::string prefix,
                            Ptr<NetDevice> nd,
                            bool promiscuous,
                            bool explicitFilename) override;
    /**
     * Writes MacTx (+), MacRx (r), MacTxDrop and MacRxDrop (d) of the driver, each with its path.
     * Turns on the printing of packets for the whole program.
     * @param stream where to; null: a file of its own
     * @param prefix of the name of the file, or all of it
     * @param nd any device; one that is no UsbNetDevice is passed over
     * @param explicitFilename whether prefix is the whole name
     */
    void EnableAsciiInternal(Ptr<OutputStreamWrapper> stream,
                             std::string prefix,
                             Ptr<NetDevice> nd,
                             bool explicitFilename) override;

    ObjectFactory m_controllerFactory; ///< buses
    ObjectFactory m_deviceFactory;     ///< drivers
    ObjectFactory m_adapterFactory;    ///< adapters
};

template <typename... Args>
void
UsbHelper::SetControllerType(const std::string& type, Args&&... args)
{
    ResetControllerType(type);
    m_controllerFactory.Set(std::forward<Args>(args)...);
}

} // namespace ns3

#endif // USB_HELPER_H
