// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "processor-claim.h"

#include "ns3/log.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ProcessorClaim");

namespace
{

/**
 * A name of the abstract namespace belongs to one process, leaves no file behind, and ends with the
 * process, however that ends.
 * @param processor its number
 * @return a socket with the processor's name; -1 if another process has it
 */
int
Claim(int processor)
{
    const std::string name = "lasthop-processor-" + std::to_string(processor);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::ranges::copy(name, address.sun_path + 1);
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
    const int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 && bind(fd, reinterpret_cast<sockaddr*>(&address), size) != 0)
    {
        close(fd);
        return -1;
    }
    return fd;
}

} // namespace

std::shared_ptr<ProcessorClaim>
ProcessorClaim::Get()
{
    static std::weak_ptr<ProcessorClaim> current;
    auto claim = current.lock();
    if (!claim)
    {
        claim = std::make_shared<ProcessorClaim>();
        current = claim;
    }
    return claim;
}

ProcessorClaim::ProcessorClaim()
{
    if (sched_getaffinity(0, sizeof(m_before), &m_before) != 0 || CPU_COUNT(&m_before) < 2)
    {
        return;
    }
    const int first = std::max(sched_getcpu(), 0);
    for (int i = 0; i < CPU_SETSIZE && m_claimedFd < 0; ++i)
    {
        const int processor = (first + i) % CPU_SETSIZE;
        if (!CPU_ISSET(processor, &m_before))
        {
            continue;
        }
        m_claimedFd = Claim(processor);
        if (m_claimedFd < 0)
        {
            continue;
        }
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(processor, &one);
        if (sched_setaffinity(0, sizeof(one), &one) == 0)
        {
            NS_LOG_INFO("simulation and kernels run on processor " << processor);
        }
    }
}

ProcessorClaim::~ProcessorClaim()
{
    if (m_claimedFd >= 0)
    {
        sched_setaffinity(0, sizeof(m_before), &m_before);
        close(m_claimedFd);
    }
}

} // namespace ns3
