// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ACK_HOLDING_RUN_H
#define ACK_HOLDING_RUN_H

#include "ack-holding-account.h"

#include "ns3/laptop-transfer.h"
#include "ns3/study.h"
#include "ns3/tcp-linux24-socket.h"
#include "ns3/tcp-socket-state.h"
#include "ns3/usb-fault.h"
#include "ns3/user-attribute.h"
#include "ns3/wifi-mac.h"

#include <array>
#include <vector>

namespace ns3
{

class WifiMpdu;

/**
 * @param testbed of a run
 * @param options of the run
 * @return for each of two holds of ACKs, the time from its start to the next one or the end
 */
std::array<AckHoldingWindow, 2> GetHoldWindows(const Kuang2003Testbed& testbed,
                                               const StudyOptions& options);

/// Have the adapter hold ACKs at the start of each window.
/// @param testbed of a run
/// @param windows see GetHoldWindows
void ScheduleHolds(const Kuang2003Testbed& testbed, const std::array<AckHoldingWindow, 2>& windows);

/// Ask for the graph of a run: the first hold as a whole, and what follows each hold, as figures 2
/// to 4 do.
/// @param result of the run, with its series
/// @param windows see GetHoldWindows
void SetHoldParts(RunResult& result, const std::array<AckHoldingWindow, 2>& windows);

/// One upload during which the adapter holds what it has received twice, and what is seen of it
/// above TCP, at the device, on the bus, on the air and at the wired host.
class AckHoldingRun
{
  public:
    /// @param values of the testbed that are not its defaults
    /// @param options of the run
    /// @param holds whether the adapter has its fault
    AckHoldingRun(const TestbedValues& values, const StudyOptions& options, bool holds = true);

    /// @return metrics of the run, its series if the options ask for them
    RunResult Run();

  private:
    /// Events of the connection in the window that begins with a hold.
    struct Episode
    {
        AckHoldingWindow window; ///< up to the next hold, or the end
        uint32_t timeouts{0};    ///< RTOs
        uint32_t undos{0};       ///< reductions taken back
        uint32_t recoveries{0};  ///< fast retransmissions
    };

    /// Connect to the sender's socket, 1 us after the start. A stock socket only tells its states.
    void WatchSender();
    /// Connect to both radios, the bus and the wired host's device.
    void WatchOthers();
    /// @return the episode of the present; null before the first hold and after the end
    Episode* GetEpisode();
    /// A Linux sender has changed its state. A change to Recovery is a fast retransmission.
    /// @param from not used
    /// @param to the new state
    /// @param reason not used
    void NoteState(TcpLinux24State from, TcpLinux24State to, TcpLinux24Reason reason);
    /// A Linux sender has sent a segment again, at a timeout or for another reason. 2.0.32, which
    /// has no Recovery, tells of its fast retransmissions only here.
    /// @param range not used
    /// @param reason of which TIMEOUT and DUPLICATE count
    /// @param packet not used
    void NoteRetransmission(TcpRange range,
                            TcpLinux24Retransmission reason,
                            Ptr<const Packet> packet);
    /// A stock sender has changed its state: to Loss at a timeout, to Recovery at a fast
    /// retransmission.
    /// @param from not used
    /// @param to the new state
    void NoteStockState(TcpSocketState::TcpCongState_t from, TcpSocketState::TcpCongState_t to);
    /// A Linux sender has taken a reduction of its window back.
    /// @param undo, cwnd, ssthresh not used
    void NoteUndo(TcpLinux24Undo undo, uint32_t cwnd, uint32_t ssthresh);
    /// The access point begins a frame. Its data frames count, which carry the host's ACKs.
    /// @param packet frame with its MAC header
    void NoteAirAck(Ptr<const Packet> packet);
    /// NoteAirAck() for the trace source of a WifiPhy.
    /// @param packet as there
    /// @param power not used
    void NotePhyAck(Ptr<const Packet> packet, double power);
    /// One of the two MACs has dropped a frame.
    /// @param reason, mpdu not used
    void NoteAirLoss(WifiMacDropReason reason, Ptr<const WifiMpdu> mpdu);
    /// The bus has completed a URB.
    /// @param urb of which those of an IN endpoint count
    void NoteUrb(Ptr<const Urb> urb);
    /// The wired host has received a frame.
    /// @param packet not used
    void NoteArrival(Ptr<const Packet> packet);
    /// Add what was counted after a hold, at TCP and in the views of TCP and device.
    /// @param result takes the metrics
    /// @param index of the episode; the names of the metrics have the number of the hold, from 1
    void AddEpisodeMetrics(RunResult& result, size_t index) const;
    /// Add frames that were dropped in the whole run, and what the views show of the first hold:
    /// late ACKs and gaps.
    /// @param result takes the metrics
    void AddViewMetrics(RunResult& result) const;

    StudyOptions m_options;            ///< of the run
    LaptopTransfer m_transfer;         ///< the upload, with its testbed
    std::array<Episode, 2> m_episodes; ///< by hold
    std::vector<Series> m_series;      ///< of the probes
    std::vector<double> m_airAcks;     ///< frames of the access point, s
    std::vector<double> m_inUrbs;      ///< completions with received frames, s
    std::vector<double> m_arrivals;    ///< at the wired host, s
    uint32_t m_airLosses{0};           ///< frames the MAC gave up
};

} // namespace ns3

#endif // ACK_HOLDING_RUN_H
