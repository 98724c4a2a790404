// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX20_TEST_HOST_H
#define TCP_LINUX20_TEST_HOST_H

#include "ns3/tcp-linux-sender-host.h"

#include <gtest/gtest.h>

namespace ns3
{

/// @ingroup tcp-linux24
/// A host of Linux 2.0.32: what that kernel does not have fails the test.
class TcpLinux20TestHost : public TcpLinuxSenderHost
{
  public:
    uint32_t GetMemoryBelow() const override
    {
        ADD_FAILURE() << "2.0.32 has no memory test";
        return 0;
    }

    bool IsWriterSleeping() const override
    {
        ADD_FAILURE() << "2.0.32 does not ask for the writer";
        return false;
    }

    void StateChanged(TcpLinux24State, TcpLinux24State, TcpLinux24Reason) override
    {
        ADD_FAILURE() << "2.0.32 has no congestion states";
    }

    void Undone(TcpLinux24Undo) override
    {
        ADD_FAILURE() << "2.0.32 undoes nothing";
    }
};

} // namespace ns3

#endif // TCP_LINUX20_TEST_HOST_H
