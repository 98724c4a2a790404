// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "study-test-folder.h"

#include "ns3/study-capture-folder.h"
#include "ns3/study-error.h"

#include <filesystem>
#include <string>

namespace ns3
{

namespace
{

using StudyCaptureFolderTest = StudyTestFolder;

/// @param length of its data
/// @return a packet of a capture
std::string
Packet(char length)
{
    std::string header(16, '\0');
    header[8] = length;
    return header + std::string(static_cast<std::size_t>(length), 'x');
}

const std::string FILE_HEADER(24, 'h');

TEST_F(StudyCaptureFolderTest, WholeCapturesTakeTheirPlaces)
{
    Write(Path("run1-air.pcap"), "old");
    std::string name;
    {
        const StudyCaptureFolder folder(Path("run1"));
        const std::string air = folder.GetPrefix() + "-air.pcap";
        Write(air, FILE_HEADER + Packet(60) + Packet(0));
        EXPECT_EQ(Read(Path("run1-air.pcap")), "old") << "until the run has ended";
        EXPECT_EQ(folder.Publish({air}), std::vector<std::string>{Path("run1-air.pcap")});
    }
    EXPECT_EQ(Read(Path("run1-air.pcap")), FILE_HEADER + Packet(60) + Packet(0));
    EXPECT_EQ(CountFiles(), 1);
}

TEST_F(StudyCaptureFolderTest, TruncatedOnesAreRefusedAndLeaveNothing)
{
    for (const std::string& content : {std::string(),
                                       FILE_HEADER.substr(1),
                                       FILE_HEADER + Packet(9).substr(0, 15),
                                       FILE_HEADER + Packet(9) + Packet(60).substr(0, 70)})
    {
        const StudyCaptureFolder folder(Path("run1"));
        Write(folder.GetPrefix() + "-a.pcap", FILE_HEADER);
        Write(folder.GetPrefix() + "-b.pcap", content);
        EXPECT_THROW(
            folder.Publish({folder.GetPrefix() + "-a.pcap", folder.GetPrefix() + "-b.pcap"}),
            StudyError);
    }
    EXPECT_EQ(CountFiles(), 0);
}

TEST_F(StudyCaptureFolderTest, FailureOfNs3NamesTheCaptures)
{
    const StudyCaptureFolder folder(Path("run1"));
    EXPECT_EQ(folder.Explain("no route"), "no route");
    const auto line = folder.Explain("NS_ASSERT failed, cond=\"m_file.good()\", file=pcap-file.cc");
    EXPECT_NE(line.find("'" + Path("run1") + "-*.pcap': the disk is full"), std::string::npos);
}

TEST_F(StudyCaptureFolderTest, FolderThatCannotBeMadeIsNamed)
{
    EXPECT_THROW(StudyCaptureFolder(Path("missing/run1")), StudyError);
}

} // namespace

} // namespace ns3
