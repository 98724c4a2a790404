// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "linux-kernel-socket-factory.h"

#include "linux-kernel.h"

#include "ns3/abort.h"
#include "ns3/fatal-error.h"
#include "ns3/socket.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(LinuxKernelSocketFactory);
NS_OBJECT_ENSURE_REGISTERED(LinuxKernelDatagramFactory);
NS_OBJECT_ENSURE_REGISTERED(LinuxKernelRawFactory);

TypeId
LinuxKernelSocketFactory::GetTypeId()
{
    static TypeId tid = TypeId("ns3::LinuxKernelSocketFactory")
                            .SetParent<TcpSocketFactory>()
                            .SetGroupName("LinuxKernel")
                            .AddConstructor<LinuxKernelSocketFactory>();
    return tid;
}

Ptr<Socket>
LinuxKernelSocketFactory::CreateSocket()
{
    const auto kernel = GetObject<LinuxKernel>();
    NS_ABORT_MSG_UNLESS(kernel, "LinuxKernelSocketFactory: expected a LinuxKernel on its node");
    return kernel->CreateSocket();
}

TypeId
LinuxKernelDatagramFactory::GetTypeId()
{
    static TypeId tid = TypeId("ns3::LinuxKernelDatagramFactory")
                            .SetParent<UdpSocketFactory>()
                            .SetGroupName("LinuxKernel")
                            .AddConstructor<LinuxKernelDatagramFactory>();
    return tid;
}

Ptr<Socket>
LinuxKernelDatagramFactory::CreateSocket()
{
    NS_FATAL_ERROR(
        "LinuxKernel: a kernel provides no UDP sockets: expected TCP, or a program of the "
        "kernel (LinuxKernel::Run())");
}

TypeId
LinuxKernelRawFactory::GetTypeId()
{
    static TypeId tid = TypeId("ns3::LinuxKernelRawFactory")
                            .SetParent<Ipv4RawSocketFactory>()
                            .SetGroupName("LinuxKernel")
                            .AddConstructor<LinuxKernelRawFactory>();
    return tid;
}

Ptr<Socket>
LinuxKernelRawFactory::CreateSocket()
{
    NS_FATAL_ERROR("LinuxKernel: a kernel provides no raw sockets: expected a program of the "
                   "kernel, such as ping (LinuxKernel::Run())");
}

} // namespace ns3
