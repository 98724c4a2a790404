// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "../../model/message-files.h"

#include <array>
#include <gtest/gtest.h>
#include <string>
#include <unistd.h>

using namespace ns3;

namespace
{

class MessageFilesTest : public testing::Test
{
  protected:
    MessageFilesTest()
    {
        for (auto& ends : pipes)
        {
            EXPECT_EQ(pipe(ends.data()), 0);
        }
    }

    ~MessageFilesTest() override
    {
        for (const auto& ends : pipes)
        {
            close(ends[0]);
            close(ends[1]);
        }
    }

    void Write(std::size_t number)
    {
        EXPECT_EQ(write(pipes[number][1], "x", 1), 1);
    }

    /// Note the number of the pipe, and read the byte.
    void Read(std::size_t number)
    {
        char byte;
        EXPECT_EQ(read(pipes[number][0], &byte, 1), 1);
        order += std::to_string(number);
    }

    void Add(std::size_t number)
    {
        files.Add(pipes[number][0], [this, number] { Read(number); });
    }

    std::array<std::array<int, 2>, 3> pipes;
    MessageFiles files;
    std::string order; ///< numbers of pipes that were read
};

} // namespace

TEST_F(MessageFilesTest, ReadsWhatIsThere)
{
    Add(0);
    Add(1);
    EXPECT_FALSE(files.Read());
    Write(1);
    EXPECT_TRUE(files.Read());
    Write(1);
    Write(0);
    EXPECT_TRUE(files.Read());
    EXPECT_EQ(order, "101");
    EXPECT_FALSE(files.Read());
}

// A listener that has accepted goes, and the connection comes.
TEST_F(MessageFilesTest, ReaderMayChangeTheFiles)
{
    files.Add(pipes[0][0], [this] {
        Read(0);
        files.Remove(pipes[0][0]);
        Add(1);
        Add(2);
    });
    Write(0);
    Write(1);
    EXPECT_TRUE(files.Read());
    EXPECT_EQ(order, "0");
    Write(0);
    EXPECT_TRUE(files.Read());
    EXPECT_EQ(order, "01");
    EXPECT_FALSE(files.Read()) << "the first one is not read any more";
}

TEST_F(MessageFilesTest, RemovedInTheMiddleOfAReading)
{
    files.Add(pipes[0][0], [this] {
        Read(0);
        files.Remove(pipes[1][0]);
    });
    Add(1);
    Write(0);
    Write(1);
    EXPECT_TRUE(files.Read());
    EXPECT_EQ(order, "0");
    files.Clear();
    EXPECT_FALSE(files.Read());
}
