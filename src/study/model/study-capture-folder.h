// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef STUDY_CAPTURE_FOLDER_H
#define STUDY_CAPTURE_FOLDER_H

#include <filesystem>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup study
 * Where the packet captures of a run grow, until they are whole: ns-3 writes them while it
 * simulates, and says nothing if the disk is full.
 */
class StudyCaptureFolder
{
  public:
    /**
     * Make a folder beside the captures.
     * @param prefix start of the captures' names
     * @throws StudyError if it cannot be made
     */
    explicit StudyCaptureFolder(const std::string& prefix);
    /// Removes the folder and what has not been published.
    ~StudyCaptureFolder();
    StudyCaptureFolder(const StudyCaptureFolder&) = delete;
    StudyCaptureFolder& operator=(const StudyCaptureFolder&) = delete;

    /// @return start of the captures' names in the folder
    std::string GetPrefix() const;

    /**
     * Move captures to their places, where they replace those of an older run.
     * @param captures files in the folder
     * @return their names
     * @throws StudyError if one ends in the middle of a packet, or cannot be moved
     */
    std::vector<std::string> Publish(const std::vector<std::string>& captures) const;

    /**
     * @param fatalError what ns-3 said when it ended the program
     * @return the same, or what it means if ns-3 could not write a capture
     */
    std::string Explain(const std::string& fatalError) const;

  private:
    std::filesystem::path m_prefix; ///< start of the names
    std::filesystem::path m_folder; ///< where they grow
};

} // namespace ns3

#endif /* STUDY_CAPTURE_FOLDER_H */
