// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ETTCP_CELLS_H
#define ETTCP_CELLS_H

#include "ns3/object-factory.h"
#include "ns3/study.h"
#include "ns3/wavelan-helper.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

/**
 * @file
 * Tests of xylomenos1999 as points of a study.
 */

namespace ns3
{

/// Sizes of IP packets (IV), bytes.
inline constexpr uint32_t ETTCP_SIZES[] = {100, 500, 1000, 1500};

/// A test of the paper (IV).
struct EttcpTest
{
    uint32_t scenario{1}; ///< 1 to 6
    bool isForward{true}; ///< A sends to B
    bool isTcp{false};    ///< otherwise UDP
    uint32_t size{1500};  ///< bytes of an IP packet
    bool isWired{false};  ///< over the Ethernet of V.A

    /// @return name of the test as a point of a study: scenario, direction, protocol, size
    std::string GetName() const;
    /// @return testbed with the attributes of this test, which a user cannot set
    /// @throws std::invalid_argument if a user has set one of them
    ObjectFactory MakeTestbed() const;
};

/// A direction of a scenario: the part of a test that its figures have in common.
struct EttcpLink
{
    uint32_t scenario; ///< 1 to 6
    bool isForward;    ///< A sends to B

    /// @param tcp whether with TCP, otherwise with UDP
    /// @param size of packets
    /// @return the test in this direction
    EttcpTest GetTest(bool tcp, uint32_t size) const;
    /// @param size of packets
    /// @return point of the UDP test
    std::string Udp(uint32_t size) const;
    /// @param size of packets
    /// @return point of the TCP test
    std::string Tcp(uint32_t size) const;
    /// @return name for readers: "scenario 1, IOS to MYKONOS"
    std::string GetLabel() const;
    /// @return the card that sends
    WavelanCard GetSender() const;
};

/// @return all directions of all scenarios
std::vector<EttcpLink> GetEttcpLinks();

/// Makes a run of a test: a test is cut off at the duration of the run.
using EttcpMeasurement =
    std::function<RunResult(const EttcpTest& test, const StudyOptions& options)>;

/**
 * Add a test over WaveLAN.
 * @param study that gets a point with the name of the test
 * @param test to be added
 * @param measure makes its runs
 */
void AddEttcpCell(Study& study, const EttcpTest& test, const EttcpMeasurement& measure);

/**
 * Add the tests of all scenarios.
 * @param study that gets a point for each direction and size
 * @param tcp, udp whether with this protocol
 * @param measure makes the runs of each
 */
void AddEttcpCells(Study& study, bool tcp, bool udp, const EttcpMeasurement& measure);

/**
 * Make a test.
 * @param test to be made
 * @param options of the run: a test is cut off at its duration
 * @return throughput, losses and what the cards counted
 * @throws std::runtime_error if a packet was lost without a reason
 */
RunResult MeasureEttcpCell(const EttcpTest& test, const StudyOptions& options);

/**
 * Make a test in a testbed whose other values may be moved.
 * @param testbed of the test
 * @param options of the run: a test is cut off at its duration
 * @return as MeasureEttcpCell()
 * @throws std::runtime_error if a packet was lost without a reason
 */
RunResult MeasureEttcpTest(const ObjectFactory& testbed, const StudyOptions& options);

} // namespace ns3

#endif // ETTCP_CELLS_H
