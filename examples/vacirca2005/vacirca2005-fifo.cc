// SPDX-License-Identifier: GPL-2.0-only
#include "cell-run.h"
using namespace ns3;

int
main(int argc, char* argv[])
{
    Study study(
        "vacirca2005-fifo",
        "probe",
        [](const StudyPoint& point, uint32_t, const StudyOptions& options) {
            Vacirca2005Parameters p;
            int n;
            int mt;
            int q;
            char disc[40];
            char tcp[80];
            sscanf(point.name.c_str(), "n%d-m%d-q%d-%[a-z]-%[A-Za-z0-9_]", &n, &mt, &q, disc, tcp);
            p.uplinks = p.downlinks = n;
            p.downlinkStations = n == 4 ? 3 : n;
            p.attempts = mt;
            if (getenv("SB"))
            {
                p.sendBuffer = p.receiveBuffer = atoi(getenv("SB"));
            }
            if (getenv("LQ"))
            {
                p.linkQueue = atoi(getenv("LQ"));
            }
            if (getenv("FER"))
            {
                p.frameLossRate = atof(getenv("FER"));
            }
            if (getenv("DS"))
            {
                p.downlinkStations = atoi(getenv("DS"));
            }
            p.accessPointQueue = q;
            if (disc[0] != 'f')
            {
                p.accessPointDisc = "ns3::AckDataWrrQueueDisc";
            }
            p.limitPerClass = disc[0] == 'p';
            p.tcp = tcp[0] == 'T' ? "ns3::" + std::string(tcp) : tcp;
            return MeasureCell(p, options);
        });
    for (int n : {1, 2, 4})
    {
        for (int m : {1, 2, 3, 4, 6, 8})
        {
            for (int q : {10, 20, 50, 100, 200})
            {
                for (std::string d : {"fifo", "wrr", "perclass"})
                {
                    for (std::string t : {"Linux24_18", "TcpCubic", "TcpLinuxReno"})
                    {
                        study.AddPoint({"n" + std::to_string(n) + "-m" + std::to_string(m) + "-q" +
                                            std::to_string(q) + "-" + d + "-" + t,
                                        "x"});
                    }
                }
            }
        }
    }
    study.SetDefaultRuns(1, Seconds(60));
    return study.Main(argc, argv);
}
