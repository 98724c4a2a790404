// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef STUDY_ERROR_H
#define STUDY_ERROR_H

#include <stdexcept>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup study
 * A study cannot go on. The text is one line for the user; the program ends with exit status 1.
 */
class StudyError : public std::runtime_error
{
  public:
    using std::runtime_error::runtime_error;
};

/**
 * @ingroup study
 * The command line names something that does not exist, or is inconsistent; exit status 2.
 */
class StudyUsageError : public StudyError
{
  public:
    using StudyError::StudyError;
};

/**
 * @ingroup study
 * Runs have failed, beside others that may have succeeded; exit status 1.
 */
class StudyRunsError : public StudyError
{
  public:
    /// @param lines one for each reason, 1 or more
    explicit StudyRunsError(const std::vector<std::string>& lines)
        : StudyError(lines.front()),
          m_lines(lines)
    {
    }

    /// @return one line for each reason
    const std::vector<std::string>& GetLines() const
    {
        return m_lines;
    }

  private:
    std::vector<std::string> m_lines; ///< one for each reason
};

/**
 * @ingroup study
 * @tparam Error what is thrown
 * @param condition that must be true
 * @param message one line, if it is not
 * @throws Error unless the condition is true
 */
template <typename Error = StudyError>
void
Require(bool condition, const std::string& message)
{
    if (!condition)
    {
        throw Error(message);
    }
}

} // namespace ns3

#endif /* STUDY_ERROR_H */
