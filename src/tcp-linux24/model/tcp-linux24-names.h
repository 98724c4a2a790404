// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_NAMES_H
#define TCP_LINUX24_NAMES_H

#include "tcp-linux-sender-host.h"
#include "tcp-linux24-receiver.h"

#include <ostream>

namespace ns3
{

// What senders and receivers decide, in the words of a log or a test's message.

/// @ingroup tcp-linux24
/// @param os stream
/// @param state congestion state
/// @return os
std::ostream& operator<<(std::ostream& os, TcpLinux24State state);
/// @ingroup tcp-linux24
/// @param os stream
/// @param reason why the congestion state changed
/// @return os
std::ostream& operator<<(std::ostream& os, TcpLinux24Reason reason);
/// @ingroup tcp-linux24
/// @param os stream
/// @param undo rule that took a reduction back
/// @return os
std::ostream& operator<<(std::ostream& os, TcpLinux24Undo undo);
/// @ingroup tcp-linux24
/// @param os stream
/// @param decay why cwnd shrank without a loss
/// @return os
std::ostream& operator<<(std::ostream& os, TcpLinux24Decay decay);
/// @ingroup tcp-linux24
/// @param os stream
/// @param reason why a segment was sent again
/// @return os
std::ostream& operator<<(std::ostream& os, TcpLinux24Retransmission reason);
/// @ingroup tcp-linux24
/// @param os stream
/// @param reason why an ACK was skipped or sent
/// @return os
std::ostream& operator<<(std::ostream& os, TcpLinux24AckSkipReason reason);
/// @ingroup tcp-linux24
/// @param os stream
/// @param fate the outcome of a segment
/// @return os
std::ostream& operator<<(std::ostream& os, TcpLinux24Fate fate);

} // namespace ns3

#endif // TCP_LINUX24_NAMES_H
