// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef RATE_LINK_H
#define RATE_LINK_H

#include "ns3/bulk-transfer.h"
#include "ns3/study.h"

#include <string>
#include <vector>

namespace ns3
{

/// How the loss between station and access point goes beyond that of the distance.
enum class RateChannel
{
    STATIC,  ///< not at all
    FADING,  ///< normally distributed, 4 dB, drawn for each frame
    WALKING, ///< Rayleigh fading with the Doppler shift of a walker (Jakes), mean loss unchanged
};

/// A rate adaptation, or a fixed rate.
struct RateManager
{
    std::string name;         ///< key
    std::string label;        ///< what is printed
    std::string typeId;       ///< of the manager
    std::string mode{};       ///< of a fixed rate; empty: adapted
    bool knowsChannel{false}; ///< gets the signal-to-noise ratio at the receiver
    bool onlyFull{false};     ///< run with --full only
};

/// What rate adaptation is tried on.
struct RateLinkCase
{
    RateManager manager;               ///< at both ends
    RateChannel channel;               ///< between them
    double distance;                   ///< m
    BulkTransfer::Transport transport; ///< of the upload
};

/**
 * A saturated upload over 802.11b from a station to its access point, which is the receiver: TCP
 * and windows of kuang2003, without its USB bus.
 *
 * Metrics: throughput; packets delivered; data frames that the station sent, retries too
 * (transmissions); time that they took, which is what its radio needs energy for (airtime).
 *
 * @param linkCase what is tried
 * @param options of the run
 * @return metrics
 */
RunResult MeasureRateLink(const RateLinkCase& linkCase, const StudyOptions& options);

} // namespace ns3

#endif // RATE_LINK_H
