// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_SCRIPT_TEST_FOLDER_H
#define TCP_SCRIPT_TEST_FOLDER_H

#include "ns3/tcp-script-runner.h"
#include "ns3/tcp-script.h"
#include "ns3/test.h"

#include <functional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-script
 * @param runner runs the script
 * @param script a script
 * @return all mismatches, each in a line of its own; empty if the script passes
 */
std::string RunTcpScript(const TcpScriptRunner& runner, const TcpScript& script);

/**
 * @ingroup tcp-script
 * @param folder path of a folder
 * @return all packet scripts (*.pkt) in it
 */
std::vector<TcpScript> ReadTcpScripts(const std::string& folder);

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
    TcpScriptFolderTest(const std::string& folder, std::function<TcpScriptRunner()> makeRunner);

  private:
    void DoRun() override;

    std::string m_folder;                          ///< from the suite's data directory
    std::function<TcpScriptRunner()> m_makeRunner; ///< makes what runs the scripts
};

} // namespace ns3

#endif // TCP_SCRIPT_TEST_FOLDER_H
