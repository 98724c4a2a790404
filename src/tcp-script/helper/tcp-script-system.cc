// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-script-system.h"

namespace ns3
{

void
TcpScriptSystem::Start(std::function<void()> ready)
{
    ready();
}

void
TcpScriptSystem::RunCommand(const std::string&, std::function<void(int)> done)
{
    done(0);
}

void
TcpScriptSystem::Update(std::function<void()> done)
{
    done();
}

Time
TcpScriptSystem::GetBegin(Time now) const
{
    return now;
}

Time
TcpScriptSystem::GetDelay() const
{
    return Time(0);
}

} // namespace ns3
