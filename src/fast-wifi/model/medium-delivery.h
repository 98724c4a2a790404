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
 */
class MediumDelivery
{
  public:
    /// @param stations, addresses, links of the channel; outlive this object
    MediumDelivery(const MediumStations& stations,
                   const MediumAddresses& addresses,
                   MediumLinks& links);
    /// @param callback for a packet that reaches a station which has another address now
    void SetAddressDropCallback(Callback<void, Ptr<const Packet>> callback);

    /**
     * Tell a device that its exchange begins, if it wants to know. An exchange that began in the
     * past is not told of.
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
    /// Deliver the frames that have ended.
    /// @param now the time
    void DeliverEnded(MediumTime now);
    /// Deliver what is on its way to a station now, as lost.
    /// @param station that leaves
    void Lose(MediumStation station);
    /// Forget what is on its way.
    void Clear();

  private:
    void NotifyBegin(MediumStation station,
                     const MediumPayload& payload,
                     MediumStation receiver,
                     MediumTime end);
    void AddForGroup(const MediumAttempt& attempt, MediumArrival arrival);
    void AddOne(const MediumTransmission& frame, const MediumArrival& arrival);
    static bool HasDecoded(const MediumAttempt& attempt, MediumStation station);
    void DeliverDue(uint64_t number);
    void Deliver(MediumArrival arrival);

    const MediumStations& m_stations;
    const MediumAddresses& m_addresses;
    MediumLinks& m_links;
    MediumArrivals m_arrivals;
    Callback<void, Ptr<const Packet>> m_addressDrop; ///< see SetAddressDropCallback()
};

} // namespace ns3

#endif // MEDIUM_DELIVERY_H
