// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-script-test-folder.h"

#include "ns3/system-path.h"
#include "ns3/tcp-script-parser.h"

#include <utility>

namespace ns3
{

std::string
RunTcpScript(const TcpScriptRunner& runner, const TcpScript& script)
{
    std::string report;
    for (const auto& mismatch : runner.Run(script))
    {
        report += FormatTcpScriptMismatch(mismatch, script.fileName) + "\n";
    }
    return report;
}

std::vector<TcpScript>
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

TcpScriptFolderTest::TcpScriptFolderTest(const std::string& folder,
                                         std::function<TcpScriptRunner()> makeRunner)
    : TestCase("Every script in " + folder + " passes, and passes again"),
      m_folder(folder),
      m_makeRunner(std::move(makeRunner))
{
}

void
TcpScriptFolderTest::DoRun()
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

} // namespace ns3
