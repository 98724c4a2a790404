// SPDX-License-Identifier: GPL-2.0-only

#include "study-output-file.h"

#include "study-error.h"

#include "ns3/log.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <unistd.h>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("StudyOutputFile");

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
    // A rename would replace a device such as /dev/full, or a pipe, by a file.
    std::error_code ignored;
    const auto status = std::filesystem::status(path, ignored);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    {
        Refuse(path, "not a regular file");
    }
    // A rename would replace a file that its owner has protected, too.
    if (std::filesystem::exists(status) && faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0)
    {
        Refuse(path, std::strerror(errno));
    }
    // Making the temporary file shows whether the folder exists and can be written.
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
    // A full disk may show only now, when the last of the buffer is written.
    file.close();
    if (!file)
    {
        const std::string reason = std::strerror(errno);
        std::filesystem::remove(m_temporary, error);
        Refuse(m_path, reason);
    }
    // A reader sees the old file or the new one, never half of it: rename() is atomic (POSIX).
    std::filesystem::rename(m_temporary, m_path, error);
    if (error)
    {
        std::error_code ignored;
        std::filesystem::remove(m_temporary, ignored);
        Refuse(m_path, error.message());
    }
    NS_LOG_INFO("wrote " << content.size() << " bytes to '" << m_path << "'");
}

bool
IsSameFile(const std::string& a, const std::string& b)
{
    const auto resolve = [](const std::string& file) {
        return std::filesystem::weakly_canonical(std::filesystem::absolute(file));
    };
    return !a.empty() && !b.empty() && resolve(a) == resolve(b);
}

} // namespace ns3
