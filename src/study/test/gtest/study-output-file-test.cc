// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "study-test-folder.h"

#include "ns3/study-error.h"
#include "ns3/study-output-file.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace ns3
{

namespace
{

using StudyOutputFileTest = StudyTestFolder;

TEST_F(StudyOutputFileTest, AppearsWholeInPlaceOfAnOlderOne)
{
    Write(Path("out"), "old");
    const StudyOutputFile file(Path("out"));
    EXPECT_EQ(Read(Path("out")), "old") << "nothing happens before it is written";
    EXPECT_EQ(CountFiles(), 1);
    file.Write("new\n");
    EXPECT_EQ(Read(Path("out")), "new\n");
    EXPECT_EQ(CountFiles(), 1) << "no temporary file stays";
}

TEST_F(StudyOutputFileTest, UnwritablePlacesAreFoundAtOnce)
{
    EXPECT_THROW(StudyOutputFile(Path("missing/out")), StudyError);
    std::filesystem::create_directory(Path("folder"));
    EXPECT_THROW(StudyOutputFile(Path("folder")), StudyError);
    EXPECT_THROW(StudyOutputFile("/dev/null"), StudyError) << "would be replaced by a file";
    EXPECT_EQ(CountFiles(), 1);
}

// A rename would replace the link, as it would /dev/stdout.
TEST_F(StudyOutputFileTest, FollowsALink)
{
    StudyOutputFile(Path("file")).Write("old");
    std::filesystem::create_symlink(Path("file"), Path("link"));
    StudyOutputFile(Path("link")).Write("new");
    EXPECT_TRUE(std::filesystem::is_symlink(Path("link")));
    std::ifstream file(Path("file"));
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), "new");
    std::filesystem::create_symlink("later", Path("early"));
    StudyOutputFile(Path("early")).Write("new");
    EXPECT_TRUE(std::filesystem::is_regular_file(Path("later"))) << "the link was there before";
    std::filesystem::create_symlink("loop", Path("loop"));
    EXPECT_THROW(StudyOutputFile(Path("loop")), StudyError);
}

TEST_F(StudyOutputFileTest, HasTheModeThatTheUserWants)
{
    const mode_t mask = umask(027);
    StudyOutputFile(Path("out")).Write("x");
    umask(mask);
    using std::filesystem::perms;
    EXPECT_EQ(std::filesystem::status(Path("out")).permissions(),
              perms::owner_read | perms::owner_write | perms::group_read);
}

TEST_F(StudyOutputFileTest, ProtectedFileIsKept)
{
    using std::filesystem::perms;
    Write(Path("out"), "old");
    std::filesystem::permissions(Path("out"), perms::owner_read | perms::others_read);
    // Its folder may be written, so that a rename would replace it. To root no file is protected.
    std::filesystem::permissions(Path(""), perms::all);
    const auto user = geteuid();
    const bool isNobody = user != 0 || seteuid(65534) == 0;
    EXPECT_THROW(StudyOutputFile(Path("out")), StudyError);
    ASSERT_TRUE(isNobody && seteuid(user) == 0);
    EXPECT_EQ(CountFiles(), 1);
}

} // namespace

} // namespace ns3
