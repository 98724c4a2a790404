// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * Fuzz target of ResultsFile: the bytes of a file. It is a results file that gives finite metrics
 * and takes a run, or it is refused by one line.
 */

#include "ns3/results-file.h"
#include "ns3/study-error.h"

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

using namespace ns3;

namespace
{

/// Removes the file, whatever happens.
struct TemporaryFile
{
    const std::filesystem::path path{std::filesystem::temp_directory_path() /
                                     ("lasthop-fuzz-" + std::to_string(std::rand()))};

    ~TemporaryFile()
    {
        for (const auto* ending : {"", "-journal", "-wal", "-shm"})
        {
            std::filesystem::remove(path.string() + ending);
        }
    }
};

/// @param holds what must be true
void
Require(bool holds)
{
    if (!holds)
    {
        std::abort();
    }
}

} // namespace

extern "C" int
LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size)
{
    const TemporaryFile file;
    std::ofstream(file.path, std::ios::binary)
        .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
    try
    {
        ResultsFile results(file.path.string(), {"1.0", "3.44"});
        const RunKey key{"study", "point", 1, 1, 1'000'000'000, ""};
        if (const auto metrics = results.Find(key))
        {
            for (const auto& metric : *metrics)
            {
                Require(std::isfinite(metric.value));
            }
        }
        results.Save(key, "./ns3 run", {{"throughput", "Mb/s", 5.16}});
        results.SaveFailure(key, "./ns3 run", "the link is down");
        results.SaveFindings({"study", "title", "./ns3 run", 1, {}});
    }
    catch (const StudyError& error)
    {
        const std::string line = error.what();
        Require(line.find(file.path.string()) != std::string::npos);
        Require(line.find('\n') == std::string::npos);
    }
    return 0;
}
