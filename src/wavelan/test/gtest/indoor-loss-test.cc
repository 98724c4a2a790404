// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/indoor-loss.h"

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>
#include <stdexcept>

namespace ns3
{

namespace
{

TEST(IndoorLoss, FreeSpaceOfFriis)
{
    const IndoorLoss loss;
    const double wavelength = 299792458 / 2.4e9;
    for (const double metres : {0.5, 1.0, 13.716, 100.0})
    {
        const double friis = 20 * std::log10(4 * std::numbers::pi * metres / wavelength);
        EXPECT_NEAR(loss.Get(metres, 0), friis, 0.01) << metres;
    }
}

TEST(IndoorLoss, EachWallAddsItsLoss)
{
    IndoorLoss loss;
    EXPECT_NEAR(loss.Get(10, 2), 40.05 + 20 + 2 * 3.4, 1e-9);
    loss.wallLoss = 6.9;
    loss.exponent = 3;
    EXPECT_NEAR(loss.Get(10, 3), 40.05 + 30 + 3 * 6.9, 1e-9);
}

TEST(IndoorLoss, NeedsADistance)
{
    EXPECT_THROW(IndoorLoss().Get(0, 0), std::invalid_argument);
    EXPECT_THROW(IndoorLoss().Get(-1, 0), std::invalid_argument);
    EXPECT_THROW(IndoorLoss().Get(std::nan(""), 0), std::invalid_argument);
}

} // namespace

} // namespace ns3
