// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "study-output-file.h"

#include "study-error.h"

#include "ns3/log.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("StudyOutputFile");

namespace
{

[[noreturn]] void
Refuse(const std::string& path, const std::string& reason)
{
    throw StudyError("cannot write '" + path + "': " + reason);
}

/// @return the file that a path links to, which need not exist: a rename would replace the link
std::string
FollowLinks(const std::string& path)
{
    constexpr int MOST_LINKS = 40; // as in Linux
    std::filesystem::path file = path;
    std::error_code ignored;
    for (int i = 0; std::filesystem::is_symlink(file, ignored); ++i)
    {
        if (i == MOST_LINKS)
        {
            Refuse(path, std::strerror(ELOOP));
        }
        file = file.parent_path() / std::filesystem::read_symlink(file, ignored);
    }
    return file.string();
}

/// A temporary file in the same folder, with a name that no other process has opened or can
/// predict.
class TemporaryFile
{
  public:
    explicit TemporaryFile(const std::string& path)
        : m_path(path),
          m_name(path + ".XXXXXX")
    {
        // The name is new: a link that somebody has laid there is not followed.
        m_file = mkostemp(m_name.data(), O_CLOEXEC);
        if (m_file < 0)
        {
            Refuse(m_path, std::strerror(errno));
        }
        // mkostemp() keeps others from reading it, which is not what a user's umask says.
        const mode_t mask = umask(0);
        umask(mask);
        fchmod(m_file, 0666 & ~mask);
    }

    /// Removes it if it has not been moved.
    ~TemporaryFile()
    {
        close(m_file);
        if (!m_name.empty())
        {
            unlink(m_name.c_str());
        }
    }

    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    void Write(const std::string& content)
    {
        for (std::size_t done = 0; done < content.size();)
        {
            const ssize_t count = write(m_file, content.data() + done, content.size() - done);
            if (count < 0 && errno != EINTR)
            {
                Refuse(m_path, std::strerror(errno));
            }
            done += std::max<ssize_t>(count, 0);
        }
        // Even after a loss of power, the file exists completely or not at all.
        if (fsync(m_file) != 0)
        {
            Refuse(m_path, std::strerror(errno));
        }
    }

    /// A reader sees the old file or the new one, never half of it: rename() is atomic (POSIX).
    void MoveTo(const std::string& path)
    {
        if (std::rename(m_name.c_str(), path.c_str()) != 0)
        {
            Refuse(path, std::strerror(errno));
        }
        m_name.clear();
    }

  private:
    std::string m_path; ///< of the file that is to be written
    std::string m_name; ///< of this one; empty after it has been moved
    int m_file;         ///< open for writing
};

} // namespace

StudyOutputFile::StudyOutputFile(const std::string& path)
    : m_path(FollowLinks(path))
{
    for (const int standard : {STDOUT_FILENO, STDERR_FILENO})
    {
        struct stat file{};
        struct stat open{};
        if (stat(path.c_str(), &file) == 0 && fstat(standard, &open) == 0 &&
            file.st_dev == open.st_dev && file.st_ino == open.st_ino)
        {
            Refuse(path, "it is the standard output or error");
        }
    }
    // A rename would replace a device such as /dev/full, or a pipe, by a file.
    std::error_code ignored;
    const auto status = std::filesystem::status(path, ignored);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    {
        Refuse(path, "not a regular file");
    }
    // A rename would also replace a file that its owner has protected.
    if (std::filesystem::exists(status) && faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0)
    {
        Refuse(path, std::strerror(errno));
    }
    // Making the temporary file shows whether the folder exists and can be written.
    const TemporaryFile probe(m_path);
}

void
StudyOutputFile::Write(const std::string& content) const
{
    TemporaryFile file(m_path);
    file.Write(content);
    file.MoveTo(m_path);
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
