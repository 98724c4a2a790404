// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef GOPAL2005_UPLOADS_H
#define GOPAL2005_UPLOADS_H

#include "bulk-transfer.h"
#include "gopal2005-testbed.h"
#include "one-way-transfer.h"

#include "ns3/event-id.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup wlan-testbed
 * ns3::Gopal2005Uploads declaration.
 */

namespace ns3
{

/**
 * @ingroup wlan-testbed
 * The file transfers of gopal2005: one from (or to) each station, all of one size, that begin at
 * about the same time. They are over when the receiver has the last byte; the last one to end stops
 * the simulator.
 */
class Gopal2005Uploads
{
  public:
    /**
     * Schedule the transfers of a trial. Several trials can follow one another in a testbed.
     * @param testbed where
     * @param limit from now; what has not ended by then does not end. All transfers must begin
     * before it
     * @param jitter of the start times, from 0 to 1
     * @param port of the first transfer; the others have those behind it
     * @throws std::invalid_argument if the limit does not lie behind the last possible start
     */
    Gopal2005Uploads(Ptr<Gopal2005Testbed> testbed,
                     Time limit,
                     Ptr<RandomVariableStream> jitter,
                     uint16_t port = 5001);
    Gopal2005Uploads(const Gopal2005Uploads&) = delete;
    Gopal2005Uploads& operator=(const Gopal2005Uploads&) = delete;
    ~Gopal2005Uploads();

    /// @return bytes of all transfers over the time from the first begin to the last end, Mb/s
    double GetThroughputMbps() const;
    /// @return mean over the transfers of each one's bytes over its own time, Mb/s
    double GetMeanFlowMbps() const;
    /// @return transfers that have ended
    uint32_t GetEnded() const;
    /// @param upload from 0
    /// @return bytes that the receiver has
    uint64_t GetReceivedBytes(uint32_t upload) const;
    /// @return timeouts of all senders; those of kernels are not counted
    uint32_t GetTimeouts() const;

  private:
    /// A transfer, by one of two kinds of TCP.
    struct Upload
    {
        std::unique_ptr<BulkTransfer> socket;   ///< of a kernel
        std::unique_ptr<OneWayTransfer> oneWay; ///< of ns-2
        Time start;                             ///< when it begins
        std::optional<Time> end;                ///< when it was over

        uint64_t GetReceivedBytes() const; ///< @return bytes that the receiver has
    };

    /// Schedule a transfer between sockets, from a station to the host.
    /// @param upload with its start; takes the transfer
    /// @param station from 0
    void ScheduleSocket(Upload& upload, uint32_t station);
    /// Schedule a transfer of ns-2's TCP, to the host or, as a download, from it.
    /// @param upload with its start; takes the transfer
    /// @param station from 0
    void ScheduleOneWay(Upload& upload, uint32_t station);
    /// The host has received data of a transfer between sockets.
    /// @param station from 0, whose transfer it is
    /// @param packet, from not used
    void NoteReceived(uint32_t station, Ptr<const Packet> packet, const Address& from);
    /// The receiver has the last byte. The last transfer to end stops the simulator.
    /// @param upload that is over
    void NoteEnd(Upload& upload);

    Ptr<Gopal2005Testbed> m_testbed; ///< see the constructor
    Time m_limit;                    ///< when transfers are cut off
    uint16_t m_port;                 ///< see the constructor
    EventId m_stop;                  ///< of the simulator, at m_limit
    std::vector<Upload> m_uploads;   ///< of the stations, in order
};

} // namespace ns3

#endif // GOPAL2005_UPLOADS_H
