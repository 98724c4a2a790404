// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef KERNEL_TEST_H
#define KERNEL_TEST_H

#include "ns3/boolean.h"
#include "ns3/global-value.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"

#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>
#include <string>
#include <unistd.h>

/**
 * @file
 * @ingroup linux-kernel
 * ns3::KernelTest declaration.
 */

namespace ns3
{

/// @ingroup linux-kernel
/// A test that is skipped without the kernel that ./ns3 kernel builds.
class KernelTest : public testing::Test
{
  protected:
    void SetUp() override
    {
        const char* cache = std::getenv("XDG_CACHE_HOME");
        const char* home = std::getenv("HOME");
        const std::string folder = cache ? cache : std::string(home ? home : "") + "/.cache";
        if (!std::filesystem::exists(folder + "/lasthop/linux-kernel/default/linux"))
        {
            GTEST_SKIP() << "there is no kernel: ./ns3 kernel builds one";
        }
        RngSeedManager::SetSeed(1);
        RngSeedManager::SetRun(1);
        m_folder = testing::TempDir() + "lasthop-test-" + std::to_string(getpid());
        std::filesystem::create_directory(m_folder);
    }

    void TearDown() override
    {
        Simulator::Destroy();
        GlobalValue::Bind("ChecksumEnabled", BooleanValue(false));
        if (!m_folder.empty())
        {
            std::filesystem::remove_all(m_folder);
        }
    }

    std::string m_folder; ///< for files of the test
};

} // namespace ns3

#endif // KERNEL_TEST_H
