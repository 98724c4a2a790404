// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_TEST_HOST_H
#define TCP_LINUX24_TEST_HOST_H

#include "ns3/tcp-linux-sender-host.h"

#include <gtest/gtest.h>

namespace ns3
{

/// @ingroup tcp-linux24
/// A host of Linux 2.4 with nothing below TCP: what a test does not expect fails it.
class TcpLinux24TestHost : public TcpLinuxSenderHost
{
  public:
    uint32_t GetMemoryBelow() const override
    {
        return 0;
    }

    bool IsInLinkQueue(const TcpLinux24Segment&) const override
    {
        ADD_FAILURE() << "2.4 does not look into the link queue";
        return false;
    }

    void Undone(TcpLinux24Undo) override
    {
    }

    void GaveUp() override
    {
        ADD_FAILURE() << "the sender gave up";
    }
};

} // namespace ns3

#endif // TCP_LINUX24_TEST_HOST_H
