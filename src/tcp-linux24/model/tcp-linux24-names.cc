// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux24-names.h"

#include <array>
#include <cstddef>

namespace ns3
{

namespace
{

/// @param os stream
/// @param names in the order of an enumeration
/// @param value of it
/// @return os
template <size_t n, typename Enum>
std::ostream&
Print(std::ostream& os, const std::array<const char*, n>& names, Enum value)
{
    return os << names.at(static_cast<size_t>(value));
}

} // namespace

// Names as the kernel has them (TCP_CA_Open and so on).
std::ostream&
operator<<(std::ostream& os, TcpLinux24State state)
{
    static constexpr std::array names{"Open", "Disorder", "CWR", "Recovery", "Loss"};
    return Print(os, names, state);
}

// The following complete a sentence of the log, such as "Open -> Loss (the retransmission timer
// fired)".
std::ostream&
operator<<(std::ostream& os, TcpLinux24Reason reason)
{
    static constexpr std::array names{"a dubious ACK",
                                      "nothing is suspicious any more",
                                      "the link queue refused a packet",
                                      "the peer echoes congestion",
                                      "a segment is marked lost",
                                      "later segments have arrived",
                                      "the head is older than the timeout",
                                      "too little is outstanding for more duplicate ACKs",
                                      "the retransmission timer fired",
                                      "the peer has thrown away what it had SACKed",
                                      "the path MTU shrank",
                                      "the episode is acknowledged",
                                      "the reduction was a mistake",
                                      "F-RTO"};
    return Print(os, names, reason);
}

std::ostream&
operator<<(std::ostream& os, TcpLinux24Undo undo)
{
    static constexpr std::array names{"by an ACK in Loss",
                                      "at the end of the episode",
                                      "by a partial ACK in Recovery",
                                      "by D-SACK"};
    return Print(os, names, undo);
}

std::ostream&
operator<<(std::ostream& os, TcpLinux24Decay decay)
{
    static constexpr std::array names{"no data was sent for longer than the timeout",
                                      "the application does not use it"};
    return Print(os, names, decay);
}

std::ostream&
operator<<(std::ostream& os, TcpLinux24Retransmission reason)
{
    static constexpr std::array names{"timeout",
                                      "marked lost",
                                      "go-back-N",
                                      "forward retransmission",
                                      "third duplicate ACK"};
    return Print(os, names, reason);
}

std::ostream&
operator<<(std::ostream& os, TcpLinux24AckSkipReason reason)
{
    static constexpr std::array names{"skipped",
                                      "sent, enough were skipped",
                                      "sent, the sender repairs something",
                                      "sent, a message ended",
                                      "sent, the flight is not known yet",
                                      "sent, the flight grows as in slow start",
                                      "sent, the flight needs it"};
    return Print(os, names, reason);
}

std::ostream&
operator<<(std::ostream& os, TcpLinux24Fate fate)
{
    static constexpr std::array names{"accepted",
                                      "takes no position",
                                      "duplicate",
                                      "old timestamp (PAWS)",
                                      "out of window",
                                      "no room in the receive buffer",
                                      "beyond the peer's FIN",
                                      "refused",
                                      "too many handshakes wait",
                                      "no route for the SYN-ACK"};
    return Print(os, names, fate);
}

} // namespace ns3
