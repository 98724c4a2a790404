// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "xylomenos1999-testbed.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/uinteger.h"

/**
 * @file
 * @ingroup wlan-testbed
 * Attributes of ns3::Xylomenos1999Testbed: the cards and their access to the medium.
 */

namespace ns3
{

namespace
{

using X = Xylomenos1999Testbed;

constexpr uint32_t MOST_CW = 32767; ///< slots

} // namespace

TypeId
Xylomenos1999Testbed::AddAccess(TypeId tid)
{
    return tid
        .AddAttribute("Slot",
                      "Slot of the contention window, 512 bit times, as the drivers of both cards "
                      "configure it: wv_82586_config() of Linux 2.0.32, wv_82593_config() of "
                      "pcmcia-cs 3.0.0. Their gaps are those of V.C.",
                      WHEN_BUILT,
                      TimeValue(MicroSeconds(256)),
                      MakeTimeAccessor(&X::m_slot),
                      MakeTimeChecker(MicroSeconds(1), MilliSeconds(1)))
        .AddAttribute("CarrierSenseTime",
                      "See ns3::MediumChannel::CarrierSenseTime.",
                      WHEN_BUILT,
                      TimeValue(NanoSeconds(500)),
                      MakeTimeAccessor(&X::m_carrierSense),
                      MakeTimeChecker(Time(0), MicroSeconds(100)))
        .AddAttribute("Preamble",
                      "Time on the air of all parts of a frame except its data; calibrated with "
                      "the peak throughput of UDP.",
                      WHEN_BUILT,
                      TimeValue(MicroSeconds(450)),
                      MakeTimeAccessor(&X::m_preamble),
                      MakeTimeChecker(Time(0), MilliSeconds(10)))
        .AddAttribute("MinCw",
                      "Smallest contention window, slots: 2^0 - 1, as in IEEE 802.3 before the "
                      "first failure. The drivers set linear and exponential priority to 0, "
                      "which does not change this.",
                      WHEN_BUILT,
                      UintegerValue(0),
                      MakeUintegerAccessor(&X::m_minCw),
                      MakeUintegerChecker<uint32_t>(0, MOST_CW))
        .AddAttribute("MaxCw",
                      "Largest contention window, slots: 2^10 - 1, as in IEEE 802.3.",
                      WHEN_BUILT,
                      UintegerValue(1023),
                      MakeUintegerAccessor(&X::m_maxCw),
                      MakeUintegerChecker<uint32_t>(0, MOST_CW))
        .AddAttribute("FrameRetryLimit",
                      "A packet is dropped after another card has seized the medium this number of "
                      "times: 15 retries (wv_82586_config(), wv_82593_config()).",
                      WHEN_BUILT,
                      UintegerValue(16),
                      MakeUintegerAccessor(&X::m_maxAttempts),
                      MakeUintegerChecker<uint32_t>(1))
        .AddAttribute("BackoffWhileBusy",
                      "Whether slots count while another card sends, as after a collision of IEEE "
                      "802.3 (backoff method of wv_82586_config() and wv_82593_config()), or only "
                      "on an idle medium (III.A).",
                      WHEN_BUILT,
                      BooleanValue(true),
                      MakeBooleanAccessor(&X::m_backoffWhileBusy),
                      MakeBooleanChecker())
        .AddAttribute(
            "IsaGap",
            "Interframe gap of ISA cards: 32 bit times (V.C; cfg_ifs of wv_82586_config()).",
            WHEN_BUILT,
            TimeValue(MicroSeconds(16)),
            MakeTimeAccessor(&X::m_isaGap),
            MakeTimeChecker(Time(0), MilliSeconds(10)))
        .AddAttribute("PcmciaGap",
                      "Interframe gap of PCMCIA cards: 96 bit times (V.C; ifrm_spc of "
                      "wv_82593_config(), in units of 16).",
                      WHEN_BUILT,
                      TimeValue(MicroSeconds(48)),
                      MakeTimeAccessor(&X::m_pcmciaGap),
                      MakeTimeChecker(Time(0), MilliSeconds(10)));
}

TypeId
Xylomenos1999Testbed::AddCards(TypeId tid)
{
    return tid
        .AddAttribute("MinOverrunAfter",
                      "Least value of ns3::WavelanNetDevice::OverrunAfter, which a PCMCIA card "
                      "draws; calibrated with the peak throughput of UDP.",
                      WHEN_BUILT,
                      UintegerValue(1350),
                      MakeUintegerAccessor(&X::m_minOverrunAfter),
                      MakeUintegerChecker<uint32_t>(1))
        .AddAttribute("MaxOverrunAfter",
                      "Largest value of the same; calibrated likewise.",
                      WHEN_BUILT,
                      UintegerValue(4050),
                      MakeUintegerAccessor(&X::m_maxOverrunAfter),
                      MakeUintegerChecker<uint32_t>(1))
        .AddAttribute("ResetTime",
                      "See ns3::WavelanNetDevice::ResetTime.",
                      WHEN_BUILT,
                      TimeValue(MilliSeconds(5120)),
                      MakeTimeAccessor(&X::m_resetTime),
                      MakeTimeChecker(Time(0), Seconds(100)))
        .AddAttribute("SignalStep",
                      "Size of one unit of the signal level, dB: assumed.",
                      WHEN_BUILT,
                      DoubleValue(2),
                      MakeDoubleAccessor(&X::m_signalStep),
                      MakeDoubleChecker<double>(0.01, 100))
        .AddAttribute("IsaSignalReference",
                      "Power that an ISA card reads as signal level 0, dBm. Figure 13 shows only "
                      "which card reads more, so this value is calibrated.",
                      WHEN_BUILT,
                      DoubleValue(-100),
                      MakeDoubleAccessor(&X::m_isaReference),
                      MakeDoubleChecker<double>())
        .AddAttribute("PcmciaSignalReference",
                      "Power that a PCMCIA card reads as signal level 0, dBm; calibrated: PCMCIA "
                      "cards read more (V.C).",
                      WHEN_BUILT,
                      DoubleValue(-104),
                      MakeDoubleAccessor(&X::m_pcmciaReference),
                      MakeDoubleChecker<double>())
        .AddAttribute("IsaNoise",
                      "Mean noise level that an ISA card reads. Linux's wavelan and wavelan_cs "
                      "call 8 the average (avg_qual.noise).",
                      WHEN_BUILT,
                      DoubleValue(8),
                      MakeDoubleAccessor(&X::m_isaNoise),
                      MakeDoubleChecker<double>())
        .AddAttribute(
            "PcmciaNoise",
            "Mean noise level that a PCMCIA card reads; calibrated: PCMCIA cards read more (V.C).",
            WHEN_BUILT,
            DoubleValue(10),
            MakeDoubleAccessor(&X::m_pcmciaNoise),
            MakeDoubleChecker<double>());
}

} // namespace ns3
