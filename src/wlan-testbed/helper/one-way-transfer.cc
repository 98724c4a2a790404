// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "one-way-transfer.h"

#include "ns3/inet-socket-address.h"
#include "ns3/log.h"
#include "ns3/seq-ts-header.h"
#include "ns3/simulator.h"
#include "ns3/udp-socket-factory.h"

#include <stdexcept>
#include <string>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("OneWayTransfer");

// An ACK is a SeqTsHeader of 12 bytes. With the headers of UDP and IP it has the 40 bytes of an ACK
// in ns-2, as the SYN has. Packets count from 0, acknowledgments from -1.

namespace
{

/// Payload of the largest datagram of IPv4 without the SeqTsHeader.
constexpr uint32_t MOST_BYTES = 65507 - 12;

} // namespace

OneWayTransfer::OneWayTransfer(const Options& options,
                               Ptr<Node> sender,
                               Ptr<Node> receiver,
                               Ipv4Address address,
                               uint16_t port)
    : m_options(options),
      m_sender(options.sender, [this](int64_t number) { SendPacket(number); }),
      m_sink(options.skippedAcks),
      m_senderSocket(Socket::CreateSocket(sender, UdpSocketFactory::GetTypeId())),
      m_receiverSocket(Socket::CreateSocket(receiver, UdpSocketFactory::GetTypeId()))
{
    if (options.packetSize == 0 || options.packetSize > MOST_BYTES)
    {
        throw std::invalid_argument("packetSize=" + std::to_string(options.packetSize) +
                                    ": expected 1 to " + std::to_string(MOST_BYTES) + " bytes");
    }
    m_receiverSocket->Bind(InetSocketAddress(Ipv4Address::GetAny(), port));
    m_senderSocket->Bind(InetSocketAddress(Ipv4Address::GetAny(), port));
    m_senderSocket->Connect(InetSocketAddress(address, port));
    m_receiverSocket->SetRecvCallback(MakeCallback(&OneWayTransfer::ReceivePackets, this));
    m_senderSocket->SetRecvCallback(MakeCallback(&OneWayTransfer::ReceiveAcks, this));
}

OneWayTransfer::~OneWayTransfer()
{
    m_timer.Cancel();
    m_ackTimer.Cancel();
    m_start.Cancel();
    for (const auto& socket : {m_senderSocket, m_receiverSocket})
    {
        socket->SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
    }
}

double
OneWayTransfer::GetNow()
{
    return Simulator::Now().GetSeconds();
}

void
OneWayTransfer::Schedule(Time start, uint64_t bytes, std::function<void()> end)
{
    if (m_packets > 0)
    {
        throw std::logic_error(
            "OneWayTransfer::Schedule(): the transfer has been scheduled already");
    }
    if (bytes == 0)
    {
        throw std::invalid_argument("bytes=0: expected at least one");
    }
    m_end = std::move(end);
    m_packets = static_cast<int64_t>((bytes + m_options.packetSize - 1) / m_options.packetSize);
    m_start = Simulator::Schedule(start, [this] {
        NS_LOG_INFO("node " << m_senderSocket->GetNode()->GetId() << " begins to send " << m_packets
                            << " packets");
        m_sender.Start(m_packets, GetNow());
        SetTimer();
    });
}

void
OneWayTransfer::SendPacket(int64_t number)
{
    NS_LOG_LOGIC("packet " << number << ", window " << m_sender.GetWindow());
    const auto packet = Create<Packet>(number == 0 ? 0 : m_options.packetSize);
    SeqTsHeader header;
    header.SetSeq(static_cast<uint32_t>(number));
    packet->AddHeader(header);
    // A full interface queue below drops it, and its trace tells.
    m_senderSocket->Send(packet);
}

void
OneWayTransfer::ReceivePackets(Ptr<Socket> socket)
{
    Address from;
    while (const auto packet = socket->RecvFrom(from))
    {
        m_peer = from;
        SeqTsHeader header;
        packet->RemoveHeader(header);
        const bool isAckDue = m_sink.Receive(header.GetSeq());
        if (m_end && m_sink.GetInOrder() > m_packets)
        {
            std::exchange(m_end, nullptr)();
        }
        if (isAckDue)
        {
            SendAck();
        }
        else if (!m_ackTimer.IsPending() && m_options.ackDelay.IsStrictlyPositive())
        {
            m_ackTimer = Simulator::Schedule(m_options.ackDelay, &OneWayTransfer::SendAck, this);
        }
    }
}

void
OneWayTransfer::SendAck()
{
    m_ackTimer.Cancel();
    SeqTsHeader header;
    header.SetSeq(static_cast<uint32_t>(m_sink.TakeAck() + 1));
    const auto packet = Create<Packet>();
    packet->AddHeader(header);
    ++m_acks;
    m_receiverSocket->SendTo(packet, 0, m_peer);
}

void
OneWayTransfer::ReceiveAcks(Ptr<Socket> socket)
{
    while (const auto packet = socket->Recv())
    {
        SeqTsHeader header;
        packet->RemoveHeader(header);
        m_sender.AckReceived(static_cast<int64_t>(header.GetSeq()) - 1, GetNow());
    }
    SetTimer();
}

void
OneWayTransfer::SetTimer()
{
    m_timer.Cancel();
    const auto timer = m_sender.GetTimer();
    if (!timer || m_sender.IsDone())
    {
        return;
    }
    const Time delay = Max(Seconds(*timer) - Simulator::Now(), Time(0));
    m_timer = Simulator::Schedule(delay, [this] {
        NS_LOG_INFO("node " << m_senderSocket->GetNode()->GetId() << " waited in vain for an ACK");
        m_sender.TimerExpired(GetNow());
        SetTimer();
    });
}

uint64_t
OneWayTransfer::GetReceivedBytes() const
{
    // The SYN has no data.
    const int64_t packets = m_sink.GetInOrder() - 1;
    return packets > 0 ? static_cast<uint64_t>(packets) * m_options.packetSize : 0;
}

const OneWayTcpSender&
OneWayTransfer::GetSender() const
{
    return m_sender;
}

uint64_t
OneWayTransfer::GetAcks() const
{
    return m_acks;
}

} // namespace ns3
