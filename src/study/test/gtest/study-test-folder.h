// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef STUDY_TEST_FOLDER_H
#define STUDY_TEST_FOLDER_H

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <string>
#include <unistd.h>

namespace ns3
{

/// A folder of each test's own, removed afterwards.
class StudyTestFolder : public testing::Test
{
  protected:
    StudyTestFolder()
        : m_folder(std::filesystem::path(testing::TempDir()) /
                   ("lasthop-" + std::to_string(getpid()) + "-" +
                    testing::UnitTest::GetInstance()->current_test_info()->name()))
    {
        std::filesystem::create_directories(m_folder);
    }

    ~StudyTestFolder() override
    {
        std::filesystem::remove_all(m_folder);
    }

    /**
     * @param name name of a file
     * @return its path in the folder
     */
    std::string Path(const std::string& name) const
    {
        return (m_folder / name).string();
    }

    /**
     * @param path a file
     * @return its content
     */
    static std::string Read(const std::string& path)
    {
        std::ifstream file(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }

    /**
     * @param path a file
     * @param content its new content
     */
    static void Write(const std::string& path, const std::string& content)
    {
        std::ofstream(path, std::ios::binary) << content;
    }

    /// @return number of files in the folder
    std::ptrdiff_t CountFiles() const
    {
        return std::distance(std::filesystem::directory_iterator(m_folder), {});
    }

  private:
    std::filesystem::path m_folder; ///< the folder
};

} // namespace ns3

#endif /* STUDY_TEST_FOLDER_H */
