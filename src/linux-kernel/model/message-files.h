// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef MESSAGE_FILES_H
#define MESSAGE_FILES_H

#include <functional>
#include <poll.h>
#include <vector>

/**
 * @file
 * @ingroup linux-kernel
 * ns3::MessageFiles declaration.
 */

namespace ns3
{

/**
 * @ingroup linux-kernel
 * Files on which messages come, each with what reads them. None belongs to this object.
 */
class MessageFiles
{
  public:
    /// Reads one message; it may add and remove files.
    using Reader = std::function<void()>;

    /**
     * @param fd a file
     * @param reader called whenever the file is readable
     */
    void Add(int fd, Reader reader);
    /// @param fd a file that is read no longer
    void Remove(int fd);
    /// Remove all files.
    void Clear();
    /**
     * Read a message of each file that is readable.
     * @return whether there was one
     */
    bool Read();

  private:
    std::vector<pollfd> m_files;   ///< -1: removed
    std::vector<Reader> m_readers; ///< of m_files, in the same order
};

} // namespace ns3

#endif // MESSAGE_FILES_H
