// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-info-fields.h"

#include <array>
#include <charconv>
#include <cstddef>
#include <cstring>
#include <linux/tcp.h>
#include <vector>

namespace ns3
{

namespace
{

/// A field of struct tcp_info.
struct Field
{
    const char* name;   ///< in the struct
    std::size_t offset; ///< bytes
    std::size_t size;   ///< bytes
};

#define FIELD(NAME)                                                                                \
    Field                                                                                          \
    {                                                                                              \
        #NAME, offsetof(tcp_info, NAME), sizeof(tcp_info::NAME)                                    \
    }

// Kernels only ever add fields at the end.
constexpr std::array FIELDS{FIELD(tcpi_state),         FIELD(tcpi_ca_state),
                            FIELD(tcpi_retransmits),   FIELD(tcpi_probes),
                            FIELD(tcpi_backoff),       FIELD(tcpi_options),
                            FIELD(tcpi_rto),           FIELD(tcpi_ato),
                            FIELD(tcpi_snd_mss),       FIELD(tcpi_rcv_mss),
                            FIELD(tcpi_unacked),       FIELD(tcpi_sacked),
                            FIELD(tcpi_lost),          FIELD(tcpi_retrans),
                            FIELD(tcpi_fackets),       FIELD(tcpi_last_data_sent),
                            FIELD(tcpi_last_ack_sent), FIELD(tcpi_last_data_recv),
                            FIELD(tcpi_last_ack_recv), FIELD(tcpi_pmtu),
                            FIELD(tcpi_rcv_ssthresh),  FIELD(tcpi_rtt),
                            FIELD(tcpi_rttvar),        FIELD(tcpi_snd_ssthresh),
                            FIELD(tcpi_snd_cwnd),      FIELD(tcpi_advmss),
                            FIELD(tcpi_reordering),    FIELD(tcpi_rcv_rtt),
                            FIELD(tcpi_rcv_space),     FIELD(tcpi_total_retrans),
                            FIELD(tcpi_pacing_rate),   FIELD(tcpi_max_pacing_rate),
                            FIELD(tcpi_bytes_acked),   FIELD(tcpi_bytes_received),
                            FIELD(tcpi_segs_out),      FIELD(tcpi_segs_in),
                            FIELD(tcpi_notsent_bytes), FIELD(tcpi_min_rtt),
                            FIELD(tcpi_data_segs_in),  FIELD(tcpi_data_segs_out),
                            FIELD(tcpi_delivery_rate), FIELD(tcpi_busy_time),
                            FIELD(tcpi_rwnd_limited),  FIELD(tcpi_sndbuf_limited),
                            FIELD(tcpi_delivered),     FIELD(tcpi_delivered_ce),
                            FIELD(tcpi_bytes_sent),    FIELD(tcpi_bytes_retrans),
                            FIELD(tcpi_dsack_dups),    FIELD(tcpi_reord_seen),
                            FIELD(tcpi_rcv_ooopack),   FIELD(tcpi_snd_wnd)};

#undef FIELD

/// Numbers of states and their names in ns-3 (TcpSocket::TcpStateName), tcp_states.h.
constexpr std::array TCP_STATES{"",
                                "ESTABLISHED",
                                "SYN_SENT",
                                "SYN_RCVD",
                                "FIN_WAIT_1",
                                "FIN_WAIT_2",
                                "TIME_WAIT",
                                "CLOSED",
                                "CLOSE_WAIT",
                                "LAST_ACK",
                                "LISTEN",
                                "CLOSING"};
/// enum tcp_ca_state.
constexpr std::array CA_STATES{"Open", "Disorder", "CWR", "Recovery", "Loss"};

/// Both scales are 4 bits of the byte behind tcpi_options.
constexpr std::size_t SCALES = offsetof(tcp_info, tcpi_options) + 1;

std::vector<unsigned char>
ReadBytes(const std::string& text)
{
    std::vector<unsigned char> bytes;
    for (std::size_t i = 0; i + 1 < text.size(); i += 2)
    {
        unsigned char byte = 0;
        std::from_chars(text.data() + i, text.data() + i + 2, byte, 16);
        bytes.push_back(byte);
    }
    return bytes;
}

} // namespace

std::map<std::string, TcpScriptValue>
ReadTcpInfo(const std::string& text)
{
    const auto bytes = ReadBytes(text);
    std::map<std::string, TcpScriptValue> values;
    const auto get = [&values](const std::string& name) { return std::get<double>(values[name]); };
    for (const Field& field : FIELDS)
    {
        uint64_t number = 0;
        if (field.offset + field.size <= bytes.size())
        {
            std::memcpy(&number, bytes.data() + field.offset, field.size);
            values[field.name] = static_cast<double>(number);
        }
    }
    if (bytes.size() < sizeof(uint32_t) * 2)
    {
        return {};
    }
    constexpr double MICROSECONDS = 1e-6;
    values["tcpi_snd_wscale"] = static_cast<double>(bytes[SCALES] & 0xf);
    values["tcpi_rcv_wscale"] = static_cast<double>(bytes[SCALES] >> 4);
    values["cwnd"] = get("tcpi_snd_cwnd");
    values["ssthresh"] = get("tcpi_snd_ssthresh");
    values["srtt"] = get("tcpi_rtt") * MICROSECONDS;
    values["rto"] = get("tcpi_rto") * MICROSECONDS;
    if (bytes[0] < TCP_STATES.size() && bytes[1] < CA_STATES.size())
    {
        values["tcp_state"] = std::string(TCP_STATES[bytes[0]]);
        values["state"] = std::string(CA_STATES[bytes[1]]);
    }
    return values;
}

} // namespace ns3
