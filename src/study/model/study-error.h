// SPDX-License-Identifier: GPL-2.0-only

#ifndef STUDY_ERROR_H
#define STUDY_ERROR_H

#include <stdexcept>

/**
 * @file
 * @ingroup study
 * ns3::StudyError and ns3::StudyUsageError declarations.
 */

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
 * The command line asks for something that does not exist or makes no sense; exit status 2.
 */
class StudyUsageError : public StudyError
{
  public:
    using StudyError::StudyError;
};

} // namespace ns3

#endif /* STUDY_ERROR_H */
