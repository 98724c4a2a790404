// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef MEDIUM_LINKS_H
#define MEDIUM_LINKS_H

#include "medium-stations.h"

#include "ns3/callback.h"
#include "ns3/propagation-loss-model.h"

#include <map>
#include <utility>

/**
 * @file
 * @ingroup fast-wifi
 * ns3::MediumLinks declaration.
 */

namespace ns3
{

class MobilityModel;

/**
 * @ingroup fast-wifi
 * The powers with which the stations of a channel receive each other, by a PropagationLossModel and
 * the places of their nodes. Without a model all signals are equally strong.
 *
 * A received signal is computed once for each frame and station, as YansWifiChannel::Send() asks a
 * loss model once. Where all stations stand still, and no model draws, it is stored for all frames
 * until one of them is put elsewhere.
 * Only six models of ns-3 count as steady: Friis, two-ray ground, log distance, three log distance,
 * matrix and range. Only ConstantPositionMobilityModel, and no class derived from it, counts as
 * standing still. The memory is one number for each pair of a sender and a station.
 */
class MediumLinks
{
  public:
    /// @param stations of the channel; outlive this object
    /// @param beforeMove is called when a station changes its course, before anything is forgotten:
    /// frames that have begun keep their powers
    /// @param afterMove is called when that has been forgotten
    MediumLinks(const MediumStations& stations,
                Callback<void> beforeMove,
                Callback<void> afterMove);
    ~MediumLinks();
    MediumLinks(const MediumLinks&) = delete;
    MediumLinks& operator=(const MediumLinks&) = delete;

    /**
     * What was stored is forgotten. A node without a mobility model ends the program when its power
     * is first asked for.
     * @param loss between the stations from now on; null if all signals are equally strong
     */
    void SetLossModel(Ptr<PropagationLossModel> loss);

    /// @return loss between the stations; null if there is none
    const Ptr<PropagationLossModel>& GetLossModel() const
    {
        return m_loss;
    }

    /**
     * What was stored is forgotten.
     * @param txPower at which all stations send, dBm
     * @param least power of a signal that a station detects, mW
     */
    void SetPowers(double txPower, double least);
    /// @param allows whether stations may be unable to hear each other; otherwise the first power
    /// below the least one ends the simulation with a line that names both
    void AllowHidden(bool allows);

    /// A station has been added to the stations of the channel.
    void AddStation();
    /// A station has been removed from them.
    void RemoveStation();
    /// Forget stations and model.
    void Clear();

    /// A model may have got a successor, which it does not tell: look whether the powers of
    /// stations that stand still are steady.
    void UpdateSteady();
    /// End the program if there is no loss model and no station could detect a frame.
    void RequireDetection() const;
    /// @param from a station
    /// @return whether all powers with which others receive it are stored, so that its frames may
    /// be executed after their begin
    bool Knows(MediumStation from) const;
    /**
     * Compute what all others receive of a station, when it sends for the first time: most stations
     * of a large network have few that they talk to.
     * @param from the station
     * @return whether that is stored
     */
    bool Learn(MediumStation from);
    /**
     * @param from, to stations
     * @return power of a signal that would be received now, mW, which is stored if it stays the
     * same; that of SetPowers() without a model
     */
    double GetMilliwatts(MediumStation from, MediumStation to);
    /**
     * The same for each call about one frame until ForgetFrames(), because a signal must be drawn
     * once.
     * @param frame on the air
     * @param to a station
     * @return power with which the station receives the frame, mW
     */
    double GetMilliwatts(const MediumTransmission& frame, MediumStation to);
    /// The busy period has ended: forget the powers of its frames.
    void ForgetFrames();

  private:
    /// What the frames of a station are received with.
    struct Powers
    {
        MediumTable<MediumStation, double> milliwatts; ///< by receiver; NaN if unknown
        bool isComplete{false};                        ///< all are known
    };

    /**
     * @param station whose node must have a mobility model; otherwise the program ends
     * @return the model, whose changes of course are followed from now on
     */
    Ptr<MobilityModel> GetMobility(MediumStation station);
    /**
     * End the program if a station cannot detect another one, unless that is allowed.
     * @param from, to stations
     * @param milliwatts power with which one receives the other
     */
    void RequireHearing(MediumStation from, MediumStation to, double milliwatts);
    /// @param mobility of a station that was put elsewhere; what was stored of it is forgotten
    void NoteCourse(Ptr<const MobilityModel> mobility);
    /// Forget all powers, those of frames included.
    void Forget();
    /**
     * @return whether all models in the chain are such that the power of two stations that stand
     * still never changes
     */
    bool IsSteady() const;

    const MediumStations& m_stations; ///< see the constructor
    Callback<void> m_beforeMove;      ///< see the constructor
    Callback<void> m_afterMove;       ///< see the constructor
    Ptr<PropagationLossModel> m_loss; ///< see GetLossModel()
    double m_txPower{0};              ///< dBm
    double m_txMilliwatts{0};         ///< the same, mW
    double m_least{0};                ///< of a signal that a station detects, mW
    bool m_allowsHidden{false};       ///< see AllowHidden()
    MediumTable<MediumStation, Ptr<MobilityModel>>
        m_mobility;                             ///< by station, as far as somebody asked
    MediumTable<MediumStation, bool> m_isStill; ///< by station: its mobility is a constant position
    MediumTable<MediumStation, Powers> m_powers; ///< by sender, as far as it has sent
    /// mW, by serial number of a frame of this busy period, and receiver
    std::map<std::pair<uint64_t, MediumStation>, double> m_framePowers;
    bool m_isSteady{false}; ///< see IsSteady()
    bool m_isMoving{false}; ///< a station does not stand still
};

} // namespace ns3

#endif // MEDIUM_LINKS_H
