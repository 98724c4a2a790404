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
 * It decides each reception once. Detect() chooses the frame on which a station locks; Decode()
 * draws a random number against the success rate of the frame under all that overlaps it, and then
 * asks the error model of the receiver. A result that is certain (within 1e-9) needs no random
 * number, so that a channel without losses draws none.
 */
class MediumChannelEnvironment : public MediumEnvironment
{
  public:
    /**
     * Without SetAccess() no other function may be called.
     * @param stations, addresses, receiver, links, delivery of the channel; outlive this object
     */
    MediumChannelEnvironment(const MediumStations& stations,
                             const MediumAddresses& addresses,
                             MediumReceiver& receiver,
                             MediumLinks& links,
                             MediumDelivery& delivery);
    /// @param access that asks; must be set before it does
    void SetAccess(const MediumAccess* access);
    /// @param stream of the random numbers that decide whether frames are decoded
    void SetStream(int64_t stream);

    /**
     * @param function that has a frame waiting
     * @return what its device sends. The receiver is MEDIUM_NOBODY if it has given up the address
     * that the packet is for
     */
    MediumFrame GetFrame(MediumFunction function) override;
    /**
     * @param function that begins a backoff
     * @param window contention window, slots
     * @return what its device draws, 0 to the window
     */
    uint32_t DrawSlots(MediumFunction function, uint32_t window) override;
    /**
     * @param function that will begin an exchange
     * @return whether its device wants to know, or received powers must be computed when the frame
     * begins: those that move, that are drawn, or that have not been asked for yet
     */
    bool WantsBegin(MediumFunction function) const override;
    /**
     * @param listener station that looks for a preamble
     * @param frames on the air
     * @param first of them that the station can lock on
     * @return number of the frame on which it locks. Without a loss model signals are equally
     * strong, and only a frame that is alone is detected
     */
    std::optional<std::size_t> Detect(MediumStation listener,
                                      std::span<const MediumTransmission> frames,
                                      std::size_t first) override;
    /**
     * @param listener station that has locked on a frame
     * @param frames this frame first, and those that overlap it
     * @return whether it decodes it. The error model is asked only about a frame for this station
     * or for a group
     */
    bool Decode(MediumStation listener, std::span<const MediumTransmission> frames) override;
    /**
     * Tells the device of the start of its exchange, and remembers who will have received the
     * frame. A repeated frame that the receiver has already is not delivered again.
     * @param attempt the attempt
     */
    void Observe(const MediumAttempt& attempt) override;
    /**
     * Called for each attempt of a busy period, whose received powers are forgotten then.
     * @param attempt the attempt
     * @return whether the function has a frame waiting after it
     */
    bool Note(const MediumAttempt& attempt) override;

  private:
    /**
     * @param function of a station
     * @return its device
     */
    MediumClient* GetClient(MediumFunction function) const;

    const MediumStations& m_stations;      ///< devices, by station
    const MediumAddresses& m_addresses;    ///< of the stations
    MediumReceiver& m_receiver;            ///< who locks on what, and decodes it
    MediumLinks& m_links;                  ///< received powers
    MediumDelivery& m_delivery;            ///< gets what happens on the air
    const MediumAccess* m_access{nullptr}; ///< see SetAccess()
    Ptr<UniformRandomVariable> m_random;   ///< whether frames are decoded
};

} // namespace ns3

#endif // MEDIUM_CHANNEL_ENVIRONMENT_H
