// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// An error model of wifi-ext that a radio of fast-wifi refuses; no module below has both.

#include "ns3/dcf-helper.h"
#include "ns3/gilbert-elliott-error-model.h"
#include "ns3/node-container.h"
#include "ns3/pointer.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

TEST(DcfErrorModelDeathTest, ModelThatGoesByTheTime)
{
    DcfHelper helper;
    helper.SetDeviceAttribute("ReceiveErrorModel",
                              PointerValue(CreateObject<GilbertElliottErrorModel>()));
    EXPECT_DEATH(helper.Install(NodeContainer(1)),
                 "ReceiveErrorModel=ns3::GilbertElliottErrorModel: expected a model that does not");
}

} // namespace
