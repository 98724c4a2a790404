// SPDX-License-Identifier: GPL-2.0-only

#include "study-output-file.h"

#include "study-error.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <unistd.h>

namespace ns3
{

namespace
{

/**
 * @param path the file that cannot be written
 * @param reason why
 * @throws StudyError always
 */
[[noreturn]] void
Refuse(const std::string& path, const std::string& reason)
{
    throw StudyError("cannot write '" + path + "': " + reason);
}

} // namespace

StudyOutputFile::StudyOutputFile(const std::string& path)
    : m_path(path),
      m_temporary(path + "." + std::to_string(getpid()) + ".part")
{
    std::error_code ignored;
    const auto status = std::filesystem::status(path, ignored);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    {
        Refuse(path, "not a regular file");
    }
    if (!std::ofstream(m_temporary))
    {
        Refuse(path, std::strerror(errno));
    }
    std::filesystem::remove(m_temporary, ignored);
}

void
StudyOutputFile::Write(const std::string& content) const
{
    std::error_code error;
    std::ofstream file(m_temporary, std::ios::binary);
    file << content;
    file.close();
    if (!file)
    {
        const std::string reason = std::strerror(errno);
        std::filesystem::remove(m_temporary, error);
        Refuse(m_path, reason);
    }
    std::filesystem::rename(m_temporary, m_path, error);
    if (error)
    {
        std::error_code ignored;
        std::filesystem::remove(m_temporary, ignored);
        Refuse(m_path, error.message());
    }
}

} // namespace ns3
