// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "cell-case.h"

#include "cell-run.h"

#include <map>
#include <stdexcept>

namespace ns3
{

namespace
{

/// How the access point serves its buffer.
struct Discipline
{
    std::string disc;   ///< type
    bool limitPerClass; ///< see Vacirca2005Parameters
    bool isAdaptive;    ///< see Vacirca2005Parameters
};

const std::map<std::string, Discipline>&
GetDisciplines()
{
    const std::string wrr = "ns3::AckDataWrrQueueDisc";
    static const std::map<std::string, Discipline> disciplines{
        {"fifo", {"ns3::FifoQueueDisc", false, false}},
        {"wrr", {wrr, true, false}},
        {"shared-wrr", {wrr, false, false}},
        {"adaptive", {wrr, true, true}},
        {"fq-codel", {"ns3::FqCoDelQueueDisc", false, false}},
        {"pfifo-fast", {"ns3::PfifoFastQueueDisc", false, false}},
    };
    return disciplines;
}

/// Cases by the names of their points; the function of a study gets no more than that.
std::map<std::string, CellCase>&
GetCases()
{
    static std::map<std::string, CellCase> cases;
    return cases;
}

RunResult
MeasureCase(const StudyPoint& point, uint32_t, const StudyOptions& options)
{
    return MeasureCell(GetCases().at(point.name).GetParameters(), options);
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

Vacirca2005Parameters
CellCase::GetParameters() const
{
    Vacirca2005Parameters parameters;
    parameters.uplinks = uplinks;
    parameters.downlinks = downlinks;
    // dl4-ul4 has four connections to STA5, STA6 and STA7 (III).
    constexpr uint32_t STATIONS_OF_FOUR = 3;
    parameters.downlinkStations = downlinks == 4 && uplinks == 4 ? STATIONS_OF_FOUR : downlinks;
    parameters.attempts = attempts;
    parameters.accessPointQueue = queue;
    const Discipline& how = GetDisciplines().at(discipline);
    parameters.accessPointDisc = how.disc;
    parameters.limitPerClass = how.limitPerClass;
    parameters.adaptiveWeights = how.isAdaptive;
    if (how.isAdaptive)
    {
        parameters.ackQueue.reset(); // ACKs that find no room displace others
    }
    parameters.tcp = tcp;
    if (!setting.empty())
    {
        GetSettings().at(setting).apply(parameters);
    }
    if (comesAndGoes)
    {
        parameters.activity = Vacirca2005Activity{};
    }
    if (kilobytes > 0)
    {
        parameters.sendBuffer = parameters.receiveBuffer = kilobytes * 1024;
    }
    return parameters;
}

void
AddCases(Study& study, const std::vector<CellCase>& cases, bool onlyFull)
{
    for (const CellCase& cellCase : cases)
    {
        if (GetCases().emplace(cellCase.GetName(), cellCase).second)
        {
            study.AddPoint({cellCase.GetName(), cellCase.GetLabel(), onlyFull});
        }
    }
}

Study
MakeCellStudy(const std::string& name, const std::string& title)
{
    Study study(name, title, MeasureCase);
    study.SetDefaultRuns(4, Seconds(50));
    study.SetFullRuns(5, Vacirca2005Parameters().duration);
    return study;
}

} // namespace ns3
