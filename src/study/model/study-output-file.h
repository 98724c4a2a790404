// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef STUDY_OUTPUT_FILE_H
#define STUDY_OUTPUT_FILE_H

#include <string>

namespace ns3
{

/**
 * @ingroup study
 * A text file that appears whole or not at all: written beside its place, then renamed.
 */
class StudyOutputFile
{
  public:
    /**
     * Find out now whether the file can be written, not after an hour of simulation. Nothing is
     * left behind by the attempt and an existing file is not touched.
     * @param path the file; its folder must exist
     * @throws StudyError if it cannot be written, is write-protected, a device, a pipe or a folder
     */
    explicit StudyOutputFile(const std::string& path);

    /**
     * Write the file, in place of an older one.
     * @param content its whole content
     * @throws StudyError if that fails, as on a full disk; an older file is then still there
     */
    void Write(const std::string& content) const;

  private:
    std::string m_path; ///< where the file belongs
};

/**
 * @ingroup study
 * @param a a file name
 * @param b another
 * @return true if both are given and name the same file, whether it exists or not
 */
bool IsSameFile(const std::string& a, const std::string& b);

} // namespace ns3

#endif /* STUDY_OUTPUT_FILE_H */
