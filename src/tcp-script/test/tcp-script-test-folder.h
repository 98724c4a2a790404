// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_SCRIPT_TEST_FOLDER_H
#define TCP_SCRIPT_TEST_FOLDER_H

#include "ns3/system-path.h"
#include "ns3/tcp-script-parser.h"
#include "ns3/tcp-script-runner.h"
#include "ns3/tcp-script.h"
#include "ns3/test.h"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup tcp-script
 * What the suites of several modules share that play packet scripts. All of it is in this header,
 * since a static build links these suites into one program.
 */

namespace ns3
{

/**
 * @ingroup tcp-script
 * @param runner runs the script
 * @param script a script
 * @return all mismatches, each in a line of its own; empty if the script passes
 */
inline std::string
RunTcpScript(const TcpScriptRunner& runner, const TcpScript& script)
{
    std::string report;
    for (const auto& mismatch : runner.Run(script))
    {
        report += FormatTcpScriptMismatch(mismatch, script.fileName) + "\n";
    }
    return report;
}

/**
 * @ingroup tcp-script
 * @param folder path of a folder
 * @return all packet scripts (*.pkt) in it
 */
inline std::vector<TcpScript>
ReadTcpScripts(const std::string& folder)
{
    std::vector<TcpScript> scripts;
    for (const auto& name : SystemPath::ReadFiles(folder))
    {
        if (name.ends_with(".pkt"))
        {
            scripts.push_back(ReadTcpScript(SystemPath::Append(folder, name)));
        }
    }
    return scripts;
}

/**
 * @ingroup tcp-script
 * Every packet script of a folder passes. Each is run twice, since a run must leave no trace.
 */
class TcpScriptFolderTest : public TestCase
{
  public:
    /**
     * @param folder path of the folder, from the suite's data directory
     * @param makeRunner makes what runs the scripts; called when the test runs, by when all types
     * are registered
     */
    TcpScriptFolderTest(const std::string& folder, std::function<TcpScriptRunner()> makeRunner)
        : TestCase("Every script in " + GetName(folder) + " passes, and passes again"),
          m_folder(folder),
          m_makeRunner(std::move(makeRunner))
    {
    }

  private:
    /// @param folder path
    /// @return the same without slashes, which the name of a test cannot have
    static std::string GetName(std::string folder)
    {
        std::ranges::replace(folder, '/', ' ');
        return folder;
    }

    void DoRun() override
    {
        const TcpScriptRunner runner = m_makeRunner();
        const std::string path = CreateDataDirFilename(m_folder);
        const auto scripts = ReadTcpScripts(path);
        NS_TEST_EXPECT_MSG_GT_OR_EQ(scripts.size(), 1, "scripts found in " << path);
        for (const auto& script : scripts)
        {
            NS_TEST_EXPECT_MSG_EQ(RunTcpScript(runner, script), "", "first run");
            NS_TEST_EXPECT_MSG_EQ(RunTcpScript(runner, script), "", "second run");
        }
    }

    std::string m_folder;                          ///< from the suite's data directory
    std::function<TcpScriptRunner()> m_makeRunner; ///< makes what runs the scripts
};

} // namespace ns3

#endif // TCP_SCRIPT_TEST_FOLDER_H
