// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef MEDIUM_CHANNEL_ENVIRONMENT_H
#define MEDIUM_CHANNEL_ENVIRONMENT_H

#include "medium-addresses.h"
#include "medium-client.h"
#include "medium-delivery.h"
#include "medium-environment.h"
#include "medium-links.h"
#include "medium-receiver.h"
#include "medium-stations.h"

#include "ns3/random-variable-stream.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

/**
 * @file
 * @ingroup fast-wifi
 * ns3::MediumChannelEnvironment declaration.
 */

namespace ns3
{

class MediumAccess;

/**
 * @ingroup fast-wifi
 * Answers the engine of a MediumChannel: the devices say what they send, the signals on the links
 * and an error model decide what is received, and MediumDelivery gets the result.
 */
class MediumChannelEnvironment : public MediumEnvironment
{
  public:
    /// @param stations, addresses, receiver, links, delivery of the channel; outlive this object
    MediumChannelEnvironment(const MediumStations& stations,
                             const MediumAddresses& addresses,
                             MediumReceiver& receiver,
                             MediumLinks& links,
                             MediumDelivery& delivery);
    /// @param access that asks; must be set before it does
    void SetAccess(const MediumAccess* access);
    /// @param stream of the random numbers that decide whether frames are decoded
    void SetStream(int64_t stream);

    MediumFrame GetFrame(MediumFunction function) override;
    uint32_t DrawSlots(MediumFunction function, uint32_t window) override;
    bool WantsBegin(MediumFunction function) const override;
    std::optional<std::size_t> Detect(MediumStation listener,
                                      std::span<const MediumTransmission> frames,
                                      std::size_t first) override;
    bool Decode(MediumStation listener, std::span<const MediumTransmission> frames) override;
    void Observe(const MediumAttempt& attempt) override;
    bool Note(const MediumAttempt& attempt) override;

  private:
    MediumClient* GetClient(MediumFunction function) const;

    const MediumStations& m_stations;
    const MediumAddresses& m_addresses;
    MediumReceiver& m_receiver;
    MediumLinks& m_links;
    MediumDelivery& m_delivery;
    const MediumAccess* m_access{nullptr};
    Ptr<UniformRandomVariable> m_random; ///< whether frames are decoded
};

} // namespace ns3

#endif // MEDIUM_CHANNEL_ENVIRONMENT_H
