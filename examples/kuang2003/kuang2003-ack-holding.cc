// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * kuang2003, figures 2 to 4: the adapter holds received ACKs twice in one upload. The program
 * measures what follows at TCP, at the device, on the bus, on the air and at the wired host.
 *
 * \verbatim
     laptop == USB == adapter ~~~ 802.11b ~~~ access point === LAN === host
     Linux 2.4.18     holds ACKs                                       SunOS 5.8
   \endverbatim
 *
 * Must show: K3, a timeout with nothing lost; K4, the first is not recognized as spurious and the
 * second is, and both are without the fault of retrans_stamp; K5, retransmissions after the ACKs
 * that cover them at the device and not at TCP; K6, duplicate ACKs without a fast retransmission.
 * The causes are switched off one by one: held ACKs, the fault of retrans_stamp, the queue between
 * TCP and device, and the receiver without D-SACK.
 */

#include "ack-holding-run.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/kuang2003-testbed.h"
#include "ns3/uinteger.h"
#include "ns3/user-attribute.h"

#include <limits>

using namespace ns3;

namespace
{

const std::string VANILLA = "vanilla";
const std::string REPAIRED = "repaired";
const std::string NO_HOLDING = "no-holding";
const std::string OTHER_FAULTS_REPAIRED = "other-faults-repaired";
const std::string SHORT_QUEUE = "short-queue";
const std::string DSACK_RECEIVER = "dsack-receiver";
constexpr double UNLIMITED = std::numeric_limits<double>::infinity();

void
AddClaim(Study& study,
         const std::string& id,
         const std::string& cell,
         const std::string& unit,
         const Interval& band,
         const std::string& point,
         const std::string& metric,
         ClaimKind kind = ClaimKind::COUNTED)
{
    study.AddClaim({.id = id,
                    .cell = cell,
                    .unit = unit,
                    .band = band,
                    .estimate = MeanOf(point, metric),
                    .kind = kind});
}

void
AddHolding(Study& study)
{
    AddClaim(study,
             "K3",
             "timeouts while ACKs are held",
             "",
             {1, UNLIMITED},
             VANILLA,
             "timeouts-1");
    // A frame has eight attempts, and the channel is good.
    AddClaim(study,
             "K3",
             "frames lost on the air",
             "",
             {0, 0},
             VANILLA,
             "air-losses",
             ClaimKind::CANNOT_FAIL);
    // SunOS acknowledges an odd last segment after 100 ms.
    AddClaim(study,
             "K3",
             "segments without an ACK on the air in 110 ms",
             "",
             {0, 0},
             VANILLA,
             "late-acks");
    AddClaim(study,
             "K3",
             "host's gap minus the laptop's silence",
             "ms",
             {-20, 20},
             VANILLA,
             "arrival-gap-less-silence");
    // The adapter, which holds the ACKs, is before both.
    AddClaim(study,
             "K3",
             "bus's gap minus TCP's gap",
             "ms",
             {-2, 2},
             VANILLA,
             "bus-gap-less-tcp-gap",
             ClaimKind::CANNOT_FAIL);
}

void
AddUndo(Study& study)
{
    AddClaim(study, "K4", "first hold: undone", "", {0, 0}, VANILLA, "undos-1");
    AddClaim(study,
             "K4",
             "first hold: segments sent again",
             "",
             {3, UNLIMITED},
             VANILLA,
             "retransmissions-1");
    AddClaim(study, "K4", "second hold: undone", "", {1, 1}, VANILLA, "undos-2");
    AddClaim(study, "K4", "second hold: sent again", "", {1, 1}, VANILLA, "retransmissions-2");
    AddClaim(study, "K4", "repaired, first hold: undone", "", {1, 1}, REPAIRED, "undos-1");
    AddClaim(study,
             "K4",
             "repaired, first hold: sent again",
             "",
             {1, 1},
             REPAIRED,
             "retransmissions-1");
}

/// The same with one fault at a time switched off.
void
AddSwitchedOff(Study& study)
{
    AddClaim(study, "K3", "no ACK held: timeouts", "", {0, 0}, NO_HOLDING, "timeouts-1");
    AddClaim(study,
             "K3",
             "no ACK held: segments sent again",
             "",
             {0, 0},
             NO_HOLDING,
             "retransmissions-1");
    AddClaim(study,
             "K4",
             "all other faults repaired, first hold: undone",
             "",
             {0, 0},
             OTHER_FAULTS_REPAIRED,
             "undos-1");
    // The paper shows no control. This one has another cause as well: a queue that drops lets the
    // first timeout be undone.
    AddClaim(study,
             "K5",
             "queue of 12 packets: sent after the covering ACK, at the device",
             "",
             {0, 0},
             SHORT_QUEUE,
             "covered-at-device-1",
             ClaimKind::STRICTER);
    // "The sender should be able to distinguish between the two scenarios if D-SACK is used."
    AddClaim(study,
             "K6",
             "receiver with D-SACK, first hold: undone",
             "",
             {1, 1},
             DSACK_RECEIVER,
             "undos-1",
             ClaimKind::STRICTER);
}

/// What a point switches off.
struct Control
{
    TestbedValues values{};        ///< of the testbed
    bool isHolding{true};          ///< the adapter holds ACKs
    bool areOtherFaultsKept{true}; ///< of 2.4.18, beside that of retrans_stamp
};

RunResult
MeasureHolding(const Control& control, const StudyOptions& options)
{
    TestbedValues values = control.values;
    values.emplace("RetransStampFault", "true");
    const std::string socket = "ns3::TcpLinux24Socket";
    RefuseUserValues(
        {socket + "::RttSeqFromUna", socket + "::FirstDeviation", socket + "::FinalCutPush"});
    if (!control.areOtherFaultsKept)
    {
        Config::SetDefault(socket + "::RttSeqFromUna", BooleanValue(false));
        Config::SetDefault(socket + "::FirstDeviation", UintegerValue(2));
        Config::SetDefault(socket + "::FinalCutPush", BooleanValue(false));
    }
    return AckHoldingRun(values, options, control.isHolding).Run();
}

void
AddPoints(Study& study)
{
    const auto add = [&study](const StudyPoint& point, const Control& control) {
        study.AddPoint(point, [control](const StudyOptions& options) {
            return MeasureHolding(control, options);
        });
    };
    add({VANILLA, "Linux 2.4.18"}, {});
    add({REPAIRED, "the same without the fault of retrans_stamp"},
        {.values = {{"RetransStampFault", "false"}}});
    add({NO_HOLDING, "the same, and the adapter holds no ACKs"}, {.isHolding = false});
    add({OTHER_FAULTS_REPAIRED, "the same without the other faults of 2.4.18"},
        {.areOtherFaultsKept = false});
    // Less than a window of segments.
    add({SHORT_QUEUE, "the same with a queue of 12 packets"},
        {.values = {{"InterfaceQueue", "12"}}});
    add({DSACK_RECEIVER, "the same to a receiver with D-SACK"},
        {.values = {{"HostTcp", "Linux24_18"}}});
}

void
AddViews(Study& study)
{
    AddClaim(study,
             "K5",
             "sent after the covering ACK, at the device",
             "",
             {1, UNLIMITED},
             VANILLA,
             "covered-at-device-1");
    AddClaim(study,
             "K5",
             "sent after the covering ACK, at TCP",
             "",
             {0, 0},
             VANILLA,
             "covered-at-tcp-1");
    AddClaim(study, "K6", "duplicate ACKs", "", {3, UNLIMITED}, VANILLA, "duplicate-acks-1");
    AddClaim(study, "K6", "fast retransmissions", "", {0, 0}, VANILLA, "recoveries-1");
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("kuang2003-ack-holding",
                "kuang2003, figures 2 to 4: held ACKs, and the reaction of TCP");
    AddPoints(study);
    study.SetDefaultRuns(10, Kuang2003Testbed::DURATION);
    study.SetFullRuns(10, Kuang2003Testbed::DURATION);
    AddHolding(study);
    AddUndo(study);
    AddViews(study);
    AddSwitchedOff(study);
    return study.Main(argc, argv);
}
