// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef REPEATED_TRANSFER_H
#define REPEATED_TRANSFER_H

#include "bulk-transfer.h"

#include "ns3/ipv4-address.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"

#include <cstdint>
#include <memory>
#include <vector>

/**
 * @file
 * @ingroup wlan-testbed
 * ns3::RepeatedTransfer declaration.
 */

namespace ns3
{

class Address;

/**
 * @ingroup wlan-testbed
 * Short TCP connections of a given size, back to back: each begins when the receiver has read the
 * last byte of the previous one. malone2008 (VII) names "completion times of request-response
 * traffic" as future work.
 */
class RepeatedTransfer
{
  public:
    /**
     * @param sender, receiver nodes with an internet stack
     * @param address of the receiver
     * @param port of the receiver for the first connection, at least 1; each has the next one, and
     * the simulation ends with one line when there is none left
     * @param size application bytes of each, at least 1
     * @throws std::invalid_argument if port or size is 0
     */
    RepeatedTransfer(Ptr<Node> sender,
                     Ptr<Node> receiver,
                     Ipv4Address address,
                     uint16_t port,
                     uint32_t size);

    RepeatedTransfer(const RepeatedTransfer&) = delete;
    RepeatedTransfer& operator=(const RepeatedTransfer&) = delete;

    /**
     * Schedule the first connection; the others follow it. The object must live as long as the
     * simulation runs.
     * @param start of the first
     * @param stop no connection begins or is read after it
     */
    void Schedule(Time start, Time stop);
    /// @return time from the SYN to the last byte that the receiver read, s, of each connection
    /// that has ended, in order
    const std::vector<double>& GetCompletionTimes() const;
    /// @return for how long the present connection has lasted, s; 0 without one
    double GetAge() const;

  private:
    /// Begin the next connection, unless m_stop has come.
    void Begin();
    /// The receiver has read bytes. After the last of a connection the next one begins.
    /// @param packet the bytes
    /// @param from not used
    void NoteRead(Ptr<const Packet> packet, const Address& from);

    Ptr<Node> m_sender;    ///< see the constructor
    Ptr<Node> m_receiver;  ///< see the constructor
    Ipv4Address m_address; ///< see the constructor
    uint16_t m_port;       ///< of the next connection; 0: there is none left
    uint32_t m_size;       ///< see the constructor
    Time m_stop;           ///< see Schedule
    Time m_begin;          ///< of the present connection
    uint32_t m_unread{0};  ///< bytes of the present connection; 0 without one
    std::vector<std::unique_ptr<BulkTransfer>> m_transfers; ///< those that have begun
    std::vector<double> m_completionTimes;                  ///< see GetCompletionTimes
};

} // namespace ns3

#endif // REPEATED_TRANSFER_H
