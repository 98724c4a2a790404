// SPDX-License-Identifier: GPL-2.0-only

// A medium on which nobody has anything to send.

#include "ns3/medium-access.h"

using namespace ns3;

namespace
{

class Silence : public MediumEnvironment
{
  public:
    MediumFrame GetFrame(MediumId) override
    {
        return {};
    }

    uint32_t DrawSlots(MediumId, uint32_t) override
    {
        return 0;
    }

    MediumReception Receive(MediumId, std::span<const MediumTransmission>) override
    {
        return {};
    }

    bool Note(const MediumAttempt&) override
    {
        return false;
    }
};

} // namespace

int
main()
{
    Silence silence;
    MediumAccess medium(silence, {});
    return medium.GetNextInstant() == MEDIUM_NEVER ? 0 : 1;
}
