// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "usb-helper.h"

#include "../model/usb-host-check.h"

#include "ns3/fatal-error.h"
#include "ns3/log.h"
#include "ns3/mac48-address.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/node.h"
#include "ns3/usb-mac-tracker.h"

#include <algorithm>
#include <map>
#include <vector>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("UsbHelper");

namespace
{

/// Number of Ethernet in the registry of tcpdump; ns-3.49 deprecates the name that earlier releases
/// have for it.
constexpr auto LINK_TYPE_ETHERNET = static_cast<PcapHelper::DataLinkType>(1);

/**
 * @param device a device or null
 * @return its type
 */
std::string
GetTypeName(Ptr<NetDevice> device)
{
    return device ? device->GetInstanceTypeId().GetName() : "null";
}

/**
 * @param device a device that a user wants to put behind a bus
 * @return its node; it is a fatal error if it is no radio, has a bus already or is IP's
 */
Ptr<Node>
CheckRadio(Ptr<NetDevice> device)
{
    const std::string missing = device ? UsbMacTracker::GetMissing(device) : "";
    if (!missing.empty() || !device || !device->GetNode())
    {
        NS_FATAL_ERROR("UsbHelper::Install() takes a ns3::WifiNetDevice or ns3::DcfNetDevice on "
                       "its node, not "
                       << GetTypeName(device)
                       << (!missing.empty() ? ", which has no " + missing
                           : device         ? " without a node"
                                            : ""));
    }
    const auto node = device->GetNode();
    for (uint32_t i = 0; i < node->GetNDevices(); ++i)
    {
        const auto driver = DynamicCast<UsbNetDevice>(node->GetDevice(i));
        if (driver && driver->GetAdapter() && driver->GetAdapter()->GetRadio() == device)
        {
            NS_FATAL_ERROR("UsbHelper::Install(): "
                           << GetTypeName(device) << " "
                           << Mac48Address::ConvertFrom(device->GetAddress()) << " of node "
                           << node->GetId() << " has a ns3::UsbNetDevice already");
        }
    }
    CheckRadioUnused(device);
    return node;
}

} // namespace

UsbHelper::UsbHelper()
{
    m_controllerFactory.SetTypeId("ns3::UhciHostController");
    m_deviceFactory.SetTypeId("ns3::UsbNetDevice");
    m_adapterFactory.SetTypeId("ns3::UsbWifiAdapter");
}

UsbHelper::~UsbHelper()
{
}

void
UsbHelper::ResetControllerType(const std::string& type)
{
    TypeId tid;
    if (!TypeId::LookupByNameFailSafe(type, &tid) || !tid.IsChildOf(UsbHostController::GetTypeId()))
    {
        NS_FATAL_ERROR("UsbHelper::SetControllerType(): '"
                       << type
                       << "' is not a ns3::UsbHostController: expected "
                          "ns3::UhciHostController or ns3::EhciHostController");
    }
    m_controllerFactory = ObjectFactory();
    m_controllerFactory.SetTypeId(tid);
}

void
UsbHelper::SetDeviceAttribute(const std::string& name, const AttributeValue& value)
{
    m_deviceFactory.Set(name, value);
}

void
UsbHelper::SetAdapterAttribute(const std::string& name, const AttributeValue& value)
{
    m_adapterFactory.Set(name, value);
}

NetDeviceContainer
UsbHelper::Install(const NetDeviceContainer& devices)
{
    NetDeviceContainer drivers;
    std::map<Ptr<Node>, Ptr<UsbHostController>> buses;
    for (auto device = devices.Begin(); device != devices.End(); ++device)
    {
        // Adapters on the same node share a bus, as the ports of one host controller do.
        auto& bus = buses[CheckRadio(*device)];
        if (!bus)
        {
            bus = m_controllerFactory.Create<UsbHostController>();
        }
        drivers.Add(InstallOne(*device, bus));
    }
    return drivers;
}

NetDeviceContainer
UsbHelper::Install(const NetDeviceContainer& devices, Ptr<UsbHostController> controller)
{
    if (!controller)
    {
        NS_FATAL_ERROR("UsbHelper::Install(): the bus is null");
    }
    NetDeviceContainer drivers;
    for (auto device = devices.Begin(); device != devices.End(); ++device)
    {
        drivers.Add(InstallOne(*device, controller));
    }
    return drivers;
}

Ptr<NetDevice>
UsbHelper::InstallOne(Ptr<NetDevice> device, Ptr<UsbHostController> controller)
{
    const auto node = CheckRadio(device);
    const auto adapter = m_adapterFactory.Create<UsbWifiAdapter>();
    adapter->SetRadio(device);
    controller->Attach(adapter);
    const auto driver = m_deviceFactory.Create<UsbNetDevice>();
    driver->Attach(adapter);
    // The driver needs the interface to stop its device queue. The traffic-control layer finds it
    // there when it installs its queue discs.
    driver->AggregateObject(CreateObject<NetDeviceQueueInterface>());
    node->AddDevice(driver);
    NS_LOG_LOGIC("node " << node->GetId() << ": device " << driver->GetIfIndex()
                         << " drives device " << device->GetIfIndex() << " through a "
                         << controller->GetInstanceTypeId().GetName());
    return driver;
}

Ptr<UsbHostController>
UsbHelper::GetController(Ptr<NetDevice> device)
{
    return GetAdapter(device)->GetHostController();
}

Ptr<UsbWifiAdapter>
UsbHelper::GetAdapter(Ptr<NetDevice> device)
{
    const auto driver = DynamicCast<UsbNetDevice>(device);
    if (!driver || !driver->GetAdapter())
    {
        NS_FATAL_ERROR(
            "UsbHelper: not a ns3::UsbNetDevice with an adapter: " << GetTypeName(device));
    }
    return driver->GetAdapter();
}

int64_t
UsbHelper::AssignStreams(const NetDeviceContainer& devices, int64_t stream)
{
    int64_t next = stream;
    std::vector<Ptr<UsbHostController>> done;
    for (auto device = devices.Begin(); device != devices.End(); ++device)
    {
        next += GetAdapter(*device)->AssignStreams(next);
        const auto controller = GetController(*device);
        if (controller && std::find(done.begin(), done.end(), controller) == done.end())
        {
            next += controller->AssignStreams(next);
            done.push_back(controller);
        }
    }
    return next - stream;
}

void
UsbHelper::EnablePcapInternal(std::string prefix,
                              Ptr<NetDevice> nd,
                              bool promiscuous,
                              bool explicitFilename)
{
    const auto device = DynamicCast<UsbNetDevice>(nd);
    if (!device)
    {
        return; // The base class offers every device of a node, whatever its type.
    }
    PcapHelper pcapHelper;
    const std::string filename =
        explicitFilename ? prefix : pcapHelper.GetFilenameFromDevice(prefix, device);
    const auto file = pcapHelper.CreateFile(filename, std::ios::out, LINK_TYPE_ETHERNET);
    pcapHelper.HookDefaultSink<UsbNetDevice>(device,
                                             promiscuous ? "PromiscSniffer" : "Sniffer",
                                             file);
}

void
UsbHelper::EnableAsciiInternal(Ptr<OutputStreamWrapper> stream,
                               std::string prefix,
                               Ptr<NetDevice> nd,
                               bool explicitFilename)
{
    const auto device = DynamicCast<UsbNetDevice>(nd);
    if (!device)
    {
        return;
    }
    Packet::EnablePrinting();
    if (!stream)
    {
        AsciiTraceHelper asciiHelper;
        stream = asciiHelper.CreateFileStream(
            explicitFilename ? prefix : asciiHelper.GetFilenameFromDevice(prefix, device));
    }
    const auto hook = [&device, &stream](const std::string& trace, auto sink) {
        device->TraceConnect(trace,
                             "/NodeList/" + std::to_string(device->GetNode()->GetId()) +
                                 "/DeviceList/" + std::to_string(device->GetIfIndex()) +
                                 "/$ns3::UsbNetDevice/" + trace,
                             MakeBoundCallback(sink, stream));
    };
    hook("MacTx", &AsciiTraceHelper::DefaultEnqueueSinkWithContext);
    hook("MacRx", &AsciiTraceHelper::DefaultReceiveSinkWithContext);
    hook("MacTxDrop", &AsciiTraceHelper::DefaultDropSinkWithContext);
    hook("MacRxDrop", &AsciiTraceHelper::DefaultDropSinkWithContext);
}

} // namespace ns3
