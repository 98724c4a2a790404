// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "kuang2003-testbed.h"
#include "rule-checker.h"

#include "ns3/attribute-container.h"
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/mimd-arf-wifi-manager.h"
#include "ns3/poor-channel-helper.h"
#include "ns3/retry-limit-wifi-manager.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/user-attribute.h"
#include "ns3/wifi-remote-station-manager.h"

#include <algorithm>
#include <boost/algorithm/string/replace.hpp>

/**
 * @file
 * @ingroup wlan-testbed
 * Attributes of ns3::Kuang2003Testbed: the radios, their rates and the poor channel.
 */

namespace ns3
{

namespace
{

/// @return checker of a TypeIdValue: a rate manager of ns-3
Ptr<const AttributeChecker>
MakeRateManagerChecker()
{
    return MakeRuleChecker<TypeIdValue>(
        MakeTypeIdChecker(),
        "a class of ns3::WifiRemoteStationManager, such as ns3::ArfWifiManager",
        [](const TypeIdValue& value) {
            return value.Get().IsChildOf(WifiRemoteStationManager::GetTypeId()) &&
                   value.Get().HasConstructor();
        });
}

/// @return checker of a list of modes of 802.11b, by their names
Ptr<const AttributeChecker>
MakeModesChecker()
{
    return MakeAttributeContainerChecker<StringValue>(MakeRuleChecker<StringValue>(
        MakeStringChecker(),
        boost::replace_all_copy(MakeDsssModeChecker()->GetUnderlyingTypeInformation(), "|", " or "),
        [](const StringValue& value) {
            return std::ranges::find(DSSS_MODES, value.Get()) != DSSS_MODES.end();
        }));
}

} // namespace

TypeId
Kuang2003Testbed::AddRadio(TypeId tid)
{
    using K = Kuang2003Testbed;
    using V = LaptopRadioValues;
    return tid
        .AddAttribute("Distance",
                      "Metres between laptop and access point: \"only 1-2 meters apart\" (4.1.1, "
                      "4.3.1).",
                      WHEN_BUILT,
                      DoubleValue(1.5),
                      MakeDoubleAccessor(&K::SetRadio<&V::distance>, &K::GetRadio<&V::distance>),
                      MakeDoubleChecker<double>(0))
        .AddAttribute(
            "DataMode",
            "Mode of data frames, 11 Mb/s with the repaired driver (4.1.1). The preamble is "
            "the long one: the only one that ns-3 has in a pure 802.11b cell, and the "
            "default of Prism 2.",
            WHEN_BUILT,
            EnumValue(DsssRate::RATE_11),
            MakeEnumAccessor<DsssRate>(&K::SetRadio<&V::dataMode>, &K::GetRadio<&V::dataMode>),
            MakeDsssModeChecker())
        .AddAttribute(
            "RateBug",
            "The bug of linux-wlan 0.1.13: \"all 802.11b frames sent by Linux were sent "
            "with a 2 Mbps transmission rate\" (4.1.1). \"All remaining experiments in this "
            "paper use the modified Linux driver.\"",
            WHEN_BUILT,
            BooleanValue(false),
            MakeBooleanAccessor(&K::SetRadio<&V::rateBug>, &K::GetRadio<&V::rateBug>),
            MakeBooleanChecker())
        .AddAttribute(
            "RetryLimit",
            "Transmission attempts for a frame: \"the maximum retransmission count is 8\" "
            "(4.3.2 A, figure 6). The throughputs of 4.3.2 have 10 (footnote 7).",
            WHEN_BUILT,
            UintegerValue(8),
            MakeUintegerAccessor(&K::SetRadio<&V::retryLimit>, &K::GetRadio<&V::retryLimit>),
            MakeAttemptsChecker())
        .AddAttribute(
            "MacRetransmission",
            "Whether the adapter's MAC retransmits. 4.3.1 has a driver in which it does not "
            "(figure 5(b)).",
            WHEN_BUILT,
            BooleanValue(true),
            MakeBooleanAccessor(&K::SetRadio<&V::macRetransmission>,
                                &K::GetRadio<&V::macRetransmission>),
            MakeBooleanChecker())
        .AddAttribute("BasicRates",
                      "Basic rates of the cell, separated by commas; beacons have the first one. "
                      "The MAC acknowledges a frame at the highest basic rate that does not "
                      "exceed the rate of the frame. The paper names none; the choice of all "
                      "four rates is calibrated with table 2.",
                      WHEN_BUILT,
                      AttributeContainerValue<StringValue>(DSSS_MODES),
                      MakeAttributeContainerAccessor<StringValue>(&K::SetRadio<&V::basicRates>,
                                                                  &K::GetRadio<&V::basicRates>),
                      MakeModesChecker())
        .AddAttribute(
            "FrameLossRate",
            "Share of frames that noise destroys, including MAC acknowledgments. Calibrated with "
            "the retries of UDP, 0.47 to 0.98 %, which \"reflect wireless channel errors only\" "
            "(4.3.1). 0 with PoorChannel.",
            WHEN_BUILT,
            DoubleValue(0.0036),
            MakeDoubleAccessor(&K::SetRadio<&V::frameLossRate>, &K::GetRadio<&V::frameLossRate>),
            MakeDoubleChecker<double>(0, 1));
}

TypeId
Kuang2003Testbed::AddRates(TypeId tid)
{
    using K = Kuang2003Testbed;
    using V = LaptopRadioValues;
    return tid
        .AddAttribute(
            "AutomaticRate",
            "Whether the adapter chooses the rate, \"Automatic\" in 4.3.2. Otherwise it uses "
            "DataMode.",
            WHEN_BUILT,
            BooleanValue(false),
            MakeBooleanAccessor(&K::SetRadio<&V::automaticRate>, &K::GetRadio<&V::automaticRate>),
            MakeBooleanChecker())
        .AddAttribute(
            "AutomaticRateManager",
            "How the adapter chooses its rate with AutomaticRate. The default follows the "
            "paper's description (4.3.2 A).",
            WHEN_BUILT,
            TypeIdValue(MimdArfWifiManager::GetTypeId()),
            MakeTypeIdAccessor(&K::SetRadio<&V::automaticRateManager>,
                               &K::GetRadio<&V::automaticRateManager>),
            MakeRateManagerChecker())
        .AddAttribute(
            "SuccessThreshold",
            "Frames after which MimdArfWifiManager's rate is 11 Mb/s again: \"after several "
            "successfully transmitted frames\" (4.3.2 A). Fitted to \"about every tenth data "
            "packet requires retransmission\".",
            WHEN_BUILT,
            UintegerValue(9),
            MakeUintegerAccessor(&K::SetRadio<&V::successThreshold>,
                                 &K::GetRadio<&V::successThreshold>),
            MakeUintegerChecker<uint32_t>(1))
        .AddAttribute("TopTries",
                      "Attempts of MimdArfWifiManager at 11 Mb/s: the first and then \"the sender "
                      "retransmits the frame twice more\" (4.3.2 A).",
                      WHEN_BUILT,
                      UintegerValue(3),
                      MakeUintegerAccessor(&K::SetRadio<&V::topTries>, &K::GetRadio<&V::topTries>),
                      MakeUintegerChecker<uint32_t>(1))
        .AddAttribute(
            "MiddleTries",
            "Attempts of MimdArfWifiManager at 5.5 Mb/s: \"after several more failed "
            "attempts\" (4.3.2 A). Fitted to the throughput.",
            WHEN_BUILT,
            UintegerValue(7),
            MakeUintegerAccessor(&K::SetRadio<&V::middleTries>, &K::GetRadio<&V::middleTries>),
            MakeUintegerChecker<uint32_t>(1))
        .AddAttribute("AccessPointRateManager",
                      "How the access point chooses its rate, which the paper does not say. By "
                      "default its rate is fixed at DataMode.",
                      WHEN_BUILT,
                      TypeIdValue(RetryLimitWifiManager::GetTypeId()),
                      MakeTypeIdAccessor(&K::SetRadio<&V::accessPointRateManager>,
                                         &K::GetRadio<&V::accessPointRateManager>),
                      MakeRateManagerChecker());
}

// The paper says only that "we simply increased the distance between the laptop and the AP" (3.3).
// All values are fitted to the throughput at fixed 1 and 2 Mb/s, which is a little below that on a
// good channel; one set serves every row.
TypeId
Kuang2003Testbed::AddPoorChannel(TypeId tid)
{
    using K = Kuang2003Testbed;
    using V = LaptopRadioValues;
    return tid
        .AddAttribute(
            "PoorChannel",
            "The channel of 4.3.2, in place of Distance and FrameLossRate.",
            WHEN_BUILT,
            BooleanValue(false),
            MakeBooleanAccessor(&K::SetRadio<&V::poorChannel>, &K::GetRadio<&V::poorChannel>),
            MakeBooleanChecker())
        .AddAttribute(
            "PoorDistance",
            "Distance on the poor channel, m. Fitted; the paper gives no distance.",
            WHEN_BUILT,
            DoubleValue(49),
            MakeDoubleAccessor(&K::SetRadio<&V::poorDistance>, &K::GetRadio<&V::poorDistance>),
            MakeDoubleChecker<double>(0))
        .AddAttribute("PathLossExponent",
                      "Exponent of the poor channel's loss over distance, see PoorChannelHelper.",
                      WHEN_BUILT,
                      DoubleValue(PoorChannelHelper::DEFAULT_EXPONENT),
                      MakeDoubleAccessor(&K::SetRadio<&V::pathLossExponent>,
                                         &K::GetRadio<&V::pathLossExponent>),
                      MakeDoubleChecker<double>(0))
        .AddAttribute(
            "ReferenceLoss",
            "Loss of the poor channel over 1 m, dB, see PoorChannelHelper.",
            WHEN_BUILT,
            DoubleValue(PoorChannelHelper::DEFAULT_REFERENCE_LOSS),
            MakeDoubleAccessor(&K::SetRadio<&V::referenceLoss>, &K::GetRadio<&V::referenceLoss>),
            MakeDoubleChecker<double>())
        .AddAttribute("Shadowing",
                      "Standard deviation of the poor channel's shadowing, dB. The paper leaves "
                      "it open; the walls do not move.",
                      WHEN_BUILT,
                      DoubleValue(0),
                      MakeDoubleAccessor(&K::SetRadio<&V::shadowing>, &K::GetRadio<&V::shadowing>),
                      MakeDoubleChecker<double>(0))
        .AddAttribute("ShadowingCorrelation",
                      "Correlation time of the poor channel's shadowing; with 0 s, each frame is "
                      "independent. The paper leaves it open, too.",
                      WHEN_BUILT,
                      TimeValue(Seconds(0)),
                      MakeTimeAccessor(&K::SetRadio<&V::shadowingCorrelation>,
                                       &K::GetRadio<&V::shadowingCorrelation>),
                      MakeTimeChecker(Seconds(0)))
        .AddAttribute(
            "GoodDuration",
            "Mean time of the poor channel's good state. Fitted.",
            WHEN_BUILT,
            TimeValue(MilliSeconds(500)),
            MakeTimeAccessor(&K::SetRadio<&V::goodDuration>, &K::GetRadio<&V::goodDuration>),
            MakeTimeChecker(MicroSeconds(1)))
        .AddAttribute(
            "BadDuration",
            "Mean time of the poor channel's bad state, which a chain of retries outlasts. "
            "Fitted.",
            WHEN_BUILT,
            TimeValue(MilliSeconds(20)),
            MakeTimeAccessor(&K::SetRadio<&V::badDuration>, &K::GetRadio<&V::badDuration>),
            MakeTimeChecker(MicroSeconds(1)))
        .AddAttribute("BadBitErrorRate",
                      "Bit error rate in the bad state; data frames in this state are lost. The "
                      "paper leaves it open.",
                      WHEN_BUILT,
                      DoubleValue(1e-3),
                      MakeDoubleAccessor(&K::SetRadio<&V::badBitErrorRate>,
                                         &K::GetRadio<&V::badBitErrorRate>),
                      MakeDoubleChecker<double>(0, 1));
}

} // namespace ns3
