// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "cell-case.h"

#include "cell-run.h"

#include "ns3/boolean.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <map>
#include <set>

namespace ns3
{

namespace
{

/// How the access point serves its buffer.
struct Discipline
{
    std::string disc;   ///< type
    bool limitPerClass; ///< attribute LimitPerClass of Vacirca2005Testbed
    bool isAdaptive;    ///< attribute AdaptiveWeights of Vacirca2005Testbed
};

const std::string ROUND_ROBIN = "ns3::AckDataWrrQueueDisc";

const std::map<std::string, Discipline>&
GetDisciplines()
{
    static const std::map<std::string, Discipline> disciplines{
        {"fifo", {"ns3::FifoQueueDisc", false, false}},
        {"wrr", {ROUND_ROBIN, true, false}},
        {"shared-wrr", {ROUND_ROBIN, false, false}},
        {"adaptive", {ROUND_ROBIN, true, true}},
        {"fq-codel", {"ns3::FqCoDelQueueDisc", false, false}},
        {"pfifo-fast", {"ns3::PfifoFastQueueDisc", false, false}},
    };
    return disciplines;
}

/// Names of the points that have been added, of which each is added once.
std::set<std::string>&
GetNames()
{
    static std::set<std::string> names;
    return names;
}

} // namespace

std::string
CellCase::GetScenario() const
{
    return "dl" + std::to_string(downlinks) + "-ul" + std::to_string(uplinks);
}

std::string
CellCase::GetName() const
{
    std::string name = GetScenario() + "." + discipline + ".m" + std::to_string(attempts) + ".q" +
                       std::to_string(queue);
    if (tcp != CellCase().tcp)
    {
        name += "." + tcp.substr(tcp.rfind(':') + 1);
    }
    if (comesAndGoes)
    {
        name += ".come-and-go";
    }
    if (!setting.empty())
    {
        name += "." + setting;
    }
    return kilobytes == 0 ? name : name + "." + std::to_string(kilobytes) + "KB";
}

std::string
CellCase::GetLabel() const
{
    std::string label = GetScenario() + ", " + discipline + ", M_t " + std::to_string(attempts) +
                        ", Q " + std::to_string(queue);
    if (tcp != CellCase().tcp)
    {
        label += ", " + tcp;
    }
    if (comesAndGoes)
    {
        label += ", connections that come and go";
    }
    if (!setting.empty())
    {
        label += ", " + GetSettings().at(setting).label;
    }
    return kilobytes == 0 ? label : label + ", buffers of " + std::to_string(kilobytes) + " KB";
}

uint32_t
CellCase::GetDownlinkStations() const
{
    // dl4-ul4 has four connections to STA5, STA6 and STA7 (III).
    constexpr uint32_t STATIONS_OF_FOUR = 3;
    return downlinks == 4 && uplinks == 4 ? STATIONS_OF_FOUR : downlinks;
}

ObjectFactory
CellCase::MakeCell() const
{
    const Discipline& how = GetDisciplines().at(discipline);
    ObjectFactory cell("ns3::Vacirca2005Testbed");
    Vary(cell,
         "Uplinks",
         UintegerValue(uplinks),
         "Downlinks",
         UintegerValue(downlinks),
         "DownlinkStations",
         UintegerValue(GetDownlinkStations()),
         "Attempts",
         UintegerValue(attempts),
         "AccessPointQueue",
         UintegerValue(queue),
         "Tcp",
         StringValue(tcp));
    Vary(cell,
         "AccessPointDisc",
         StringValue(how.disc),
         "LimitPerClass",
         BooleanValue(how.limitPerClass),
         "AdaptiveWeights",
         BooleanValue(how.isAdaptive));
    if (how.isAdaptive)
    {
        Vary(cell, "AckQueue", UintegerValue(0)); // ACKs that find no room displace others
    }
    if (!setting.empty())
    {
        Vary(cell, GetSettings().at(setting).values);
    }
    if (how.disc != ROUND_ROBIN)
    {
        KeepDefaults(cell, {"AckQueue"});
    }
    if (comesAndGoes)
    {
        Vary(cell, "MeanOff", TimeValue(Seconds(60)));
    }
    if (kilobytes > 0)
    {
        const UintegerValue bytes(kilobytes * 1024);
        Vary(cell, "SendBuffer", bytes, "ReceiveBuffer", bytes);
    }
    return cell;
}

void
AddCases(Study& study, const std::vector<CellCase>& cases, bool onlyFull)
{
    for (const CellCase& cellCase : cases)
    {
        if (GetNames().insert(cellCase.GetName()).second)
        {
            study.AddPoint({cellCase.GetName(), cellCase.GetLabel(), onlyFull},
                           [cellCase](const StudyOptions& options) {
                               return MeasureCell(cellCase.MakeCell(), options);
                           });
        }
    }
}

Study
MakeCellStudy(const std::string& name, const std::string& title)
{
    Study study(name, title);
    study.SetDefaultRuns(4, Seconds(50));
    // "Each experiment lasts 500 seconds" (II).
    study.SetFullRuns(5, Seconds(500));
    return study;
}

} // namespace ns3
