// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef MEDIUM_DELIVERY_H
#define MEDIUM_DELIVERY_H

#include "medium-addresses.h"
#include "medium-arrivals.h"
#include "medium-attempt.h"
#include "medium-links.h"
#include "medium-stations.h"

#include "ns3/callback.h"

/**
 * @file
 * @ingroup fast-wifi
 * ns3::MediumDelivery declaration.
 */

namespace ns3
{

/**
 * @ingroup fast-wifi
 * Tells the devices of a channel what happens on the air at the instant at which it happens, each
 * in the context of its node: that an exchange of theirs begins, and what has reached them.
 *
 * MediumAccess computes an exchange as a whole, so that this object keeps what has not ended yet.
 * A frame ends for several stations at once. Each is notified in the context of its own node, by an
 * event if that is not the present context. A station that leaves gets what is on its way as lost.
 * Packets are copied for each receiver, as in CsmaChannel.
 */
class MediumDelivery
{
  public:
    /// @param stations, addresses, links of the channel; outlive this object
    MediumDelivery(const MediumStations& stations,
                   const MediumAddresses& addresses,
                   MediumLinks& links);
    /**
     * @param callback for a packet that reaches a station which has another address now; the
     * station gets the packet all the same. Set before anything is delivered
     */
    void SetAddressDropCallback(Callback<void, Ptr<const Packet>> callback);

    /**
     * Tell a device that its exchange begins, if it wants to know. An exchange that began in the
     * past is not reported.
     * @param station of the device
     * @param function of it that begins
     * @param begin of the exchange
     * @param receiver of its frame
     * @param end of the frame of data, or of the RTS if no data followed
     */
    void Announce(MediumStation station,
                  MediumFunction function,
                  MediumTime begin,
                  MediumStation receiver,
                  MediumTime end);
    /**
     * Remember who will have received a frame of data when it ends.
     * @param attempt whose data frame was sent, as MediumEnvironment::Observe() gets it
     * @param payload of the frame
     */
    void Add(const MediumAttempt& attempt, const MediumPayload& payload);
    /// @return what ends next; null if nothing is on the air
    const MediumArrival* GetNext() const;
    /**
     * Deliver the frames that have ended. A receiver may send, leave, or make others leave
     * meanwhile.
     * @param now the time
     */
    void DeliverEnded(MediumTime now);
    /// Deliver what is on its way to a station now, as lost.
    /// @param station that leaves
    void Lose(MediumStation station);
    /// Forget what is on its way.
    void Clear();

  private:
    /**
     * @param station that may have left since the event was scheduled
     * @param payload of the frame
     * @param receiver of the frame
     * @param end of the frame of data, or of the RTS
     */
    void NotifyBegin(MediumStation station,
                     const MediumPayload& payload,
                     MediumStation receiver,
                     MediumTime end);
    /**
     * @param attempt whose frame each station decodes or not by itself
     * @param arrival of the frame, copied for each station
     */
    void AddForGroup(const MediumAttempt& attempt, MediumArrival arrival);
    /**
     * @param frame whose received power is computed now; 0 for a station that has left
     * @param arrival of which the station is notified when the frame ends
     */
    void AddOne(const MediumTransmission& frame, const MediumArrival& arrival);
    /**
     * @param attempt whose data frame was sent
     * @param station any but its sender
     * @return whether the station decoded it
     */
    static bool HasDecoded(const MediumAttempt& attempt, MediumStation station);
    /**
     * @param number of a frame that has ended; nothing happens if it was delivered as lost in the
     * meantime
     */
    void DeliverDue(uint64_t number);
    /// @param arrival of which its station is notified, unless it has left
    void Deliver(MediumArrival arrival);

    const MediumStations& m_stations;                ///< devices, by station
    const MediumAddresses& m_addresses;              ///< of the stations, now and before
    MediumLinks& m_links;                            ///< received powers
    MediumArrivals m_arrivals;                       ///< what is on its way
    Callback<void, Ptr<const Packet>> m_addressDrop; ///< see SetAddressDropCallback()
};

} // namespace ns3

#endif // MEDIUM_DELIVERY_H
