// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef GILBERT_ELLIOTT_ERROR_MODEL_H
#define GILBERT_ELLIOTT_ERROR_MODEL_H

#include "gilbert-elliott-process.h"

#include "ns3/error-model.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <optional>

/**
 * @file
 * @ingroup wifi-ext
 * ns3::GilbertElliottErrorModel declaration.
 */

namespace ns3
{

/**
 * @ingroup wifi-ext
 * Models errors in bursts: the channel alternates between a good and a bad state. Each state lasts
 * for an exponentially distributed time and has a bit-error rate. A frame is lost if one of its
 * bits is wrong, so a longer frame is lost more often. The state at the end of the reception
 * decides, because a Wi-Fi PHY calls its error model at this time.
 *
 * ns-3's BurstErrorModel counts packets, not time: a burst continues until enough packets have
 * come, even if a retransmission comes late. Here a burst may end while the sender backs off.
 *
 * One object at the radios of both ends of a link (WifiPhy::SetPostReceptionErrorModel) gives both
 * directions the same state; two objects give them independent states. The model schedules no
 * events. A model that is kept for another simulation of the program starts anew there.
 */
class GilbertElliottErrorModel : public ErrorModel
{
  public:
    /**
     * Register this type.
     * @return The TypeId.
     */
    static TypeId GetTypeId();

    /// The process begins with the first packet.
    GilbertElliottErrorModel();
    ~GilbertElliottErrorModel() override;

    /**
     * Sojourns and errors have separate streams, so that the states of the channel do not depend on
     * the frames that are sent.
     * @param stream first stream number
     * @return number of streams used, 2
     */
    int64_t AssignStreams(int64_t stream);

    /// @return mean share of time that the channel is bad, 0 to 1, by GoodDuration and BadDuration
    double GetBadFraction() const;

    /**
     * A Wi-Fi PHY shows its error model a frame without MAC header and FCS, and an ACK as an empty
     * packet. DataOverhead is added to the size of a packet, and ControlSize stands for an empty
     * one.
     * @param packet as the PHY shows it to the model
     * @param state of the channel
     * @return probability that the frame of the packet is lost
     */
    double GetFrameErrorRate(Ptr<const Packet> packet, GilbertElliottProcess::State state) const;

  private:
    /**
     * @param packet that a radio has received now
     * @return whether it is lost; one random number is drawn for each packet
     */
    bool DoCorrupt(Ptr<Packet> packet) override;
    /// The next packet draws the state of the channel anew.
    void DoReset() override;
    /// Begin in a state of the stationary distribution, until the end of the simulation.
    void Start();

    Time m_goodDuration;                            ///< see attribute GoodDuration
    Time m_badDuration;                             ///< see attribute BadDuration
    double m_goodBitErrorRate{0};                   ///< see attribute GoodBitErrorRate
    double m_badBitErrorRate{0};                    ///< see attribute BadBitErrorRate
    uint32_t m_dataOverhead{0};                     ///< see attribute DataOverhead
    uint32_t m_controlSize{0};                      ///< see attribute ControlSize
    Ptr<ExponentialRandomVariable> m_sojourn;       ///< time in a state, mean 1
    Ptr<UniformRandomVariable> m_error;             ///< initial state, errors
    std::optional<GilbertElliottProcess> m_process; ///< since the first packet
    EventId m_endOfSimulation;                      ///< DoReset
};

} // namespace ns3

#endif // GILBERT_ELLIOTT_ERROR_MODEL_H
