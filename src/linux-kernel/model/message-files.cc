// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "message-files.h"

#include <algorithm>
#include <utility>

namespace ns3
{

void
MessageFiles::Add(int fd, Reader reader)
{
    m_files.push_back({fd, POLLIN, 0});
    m_readers.push_back(std::move(reader));
}

/// Its place stays, since a reader of these files may be at work. poll() skips it.
void
MessageFiles::Remove(int fd)
{
    const auto file = std::ranges::find(m_files, fd, &pollfd::fd);
    if (file != m_files.end())
    {
        file->fd = -1;
        file->revents = 0;
    }
}

void
MessageFiles::Clear()
{
    m_files.clear();
    m_readers.clear();
}

bool
MessageFiles::Read()
{
    const int ready = poll(m_files.data(), m_files.size(), 0);
    for (std::size_t i = 0; i < m_files.size(); ++i)
    {
        if (m_files[i].revents)
        {
            // The reader may add files, so that the list moves.
            const Reader reader = m_readers[i];
            reader();
        }
    }
    return ready > 0;
}

} // namespace ns3
