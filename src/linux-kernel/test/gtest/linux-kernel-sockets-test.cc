// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// The simulation's end of the messages about sockets, with an agent that this test plays.

#include "../../agent/linux-kernel-messages.h"
#include "../../model/linux-kernel-sockets.h"
#include "card-driver.h"

#include "ns3/linux-kernel-socket.h"
#include "ns3/simulator.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <gtest/gtest.h>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint32_t MAILBOX = (CardDriver::BASE + 0x10000) / SOCKET_MESSAGE_PAGE; ///< its page

class LinuxKernelSocketsTest : public testing::Test, protected CardDriver
{
  protected:
    LinuxKernelSocketsTest()
    {
        sockets.Connect(
            GetCardFd(),
            [](VhostUserCard&, uint32_t) {},
            [](const std::string& reason) { throw std::runtime_error(reason); });
        Start(*sockets.GetCard());
    }

    ~LinuxKernelSocketsTest() override
    {
        Simulator::Destroy();
    }

    /// The agent sends a message as a frame.
    void SendFrame(const socket_message& message)
    {
        std::vector<uint8_t> frame(14 + sizeof(message));
        frame[12] = SOCKET_MESSAGE_ETHERTYPE >> 8;
        frame[13] = SOCKET_MESSAGE_ETHERTYPE & 0xff;
        std::memcpy(frame.data() + 14, &message, sizeof(message));
        OfferFrame(std::vector<uint8_t>(12), frame);
        sockets.Receive();
    }

    /// The agent is ready.
    /// @param page of its mailbox
    void BeReady(uint32_t page)
    {
        socket_message message{};
        message.kind = SOCKET_MESSAGE_READY;
        message.value = page;
        SendFrame(message);
    }

    socket_mailbox& GetMailbox()
    {
        return *reinterpret_cast<socket_mailbox*>(memory + 0x10000);
    }

    LinuxKernelSockets sockets;
};

} // namespace

TEST_F(LinuxKernelSocketsTest, LearnsOfTheMailbox)
{
    EXPECT_EQ(sockets.GetMailboxOffset(), 0U) << "there is none yet";
    BeReady(MAILBOX);
    EXPECT_EQ(sockets.GetMailboxOffset(), 0x10000U) << "its place in the file of the memory";
}

TEST_F(LinuxKernelSocketsTest, AgentMayHaveNoMailbox)
{
    BeReady(0);
    EXPECT_EQ(sockets.GetMailboxOffset(), 0U);
    EXPECT_FALSE(sockets.HasMail());
}

// The agent uses the mailbox only while there is none under way.
TEST_F(LinuxKernelSocketsTest, CountsTheFramesOfTheAgent)
{
    BeReady(MAILBOX);
    EXPECT_EQ(GetMailbox().frames_taken, 1U) << "the one that it is ready";
    socket_message message{};
    message.kind = SOCKET_MESSAGE_HANDLED;
    SendFrame(message);
    EXPECT_EQ(GetMailbox().frames_taken, 2U);
    OfferFrame(std::vector<uint8_t>(12), std::vector<uint8_t>(14));
    sockets.Receive();
    EXPECT_EQ(GetMailbox().frames_taken, 2U) << "of another program";
}

TEST_F(LinuxKernelSocketsTest, TakesMailOut)
{
    BeReady(MAILBOX);
    EXPECT_FALSE(sockets.HasMail());
    GetMailbox().count = SOCKET_MESSAGE_MAILS;
    EXPECT_TRUE(sockets.HasMail());
    sockets.Receive();
    EXPECT_FALSE(sockets.HasMail());
    EXPECT_EQ(GetMailbox().count, 0U);
}

TEST_F(LinuxKernelSocketsTest, TakesMailAndFramesInOneTurn)
{
    BeReady(MAILBOX);
    socket_message message{};
    message.kind = SOCKET_MESSAGE_HANDLED;
    message.handled = 1;
    GetMailbox().messages[0] = message;
    GetMailbox().count = 1;
    SendFrame(message);
    EXPECT_FALSE(sockets.HasMail());
    EXPECT_EQ(CountReturned(), 2U);
}

TEST_F(LinuxKernelSocketsTest, RefusesAMailboxThatCannotBe)
{
    EXPECT_THROW(BeReady(1), std::runtime_error) << "outside the memory";
    BeReady(MAILBOX);
    GetMailbox().count = SOCKET_MESSAGE_MAILS + 1;
    EXPECT_THROW(sockets.Receive(), std::runtime_error);
}
